import { Type } from "typebox";
import { closed, Instant, nullable, words } from "./common.ts";

const Name = Type.String({
  pattern: "^[a-z0-9][a-z0-9-]{0,62}$",
  description: "Lower-case letters, digits and hyphens; unique in the workspace.",
});

export const ConnectionBody = closed({
  name: Name,
  contract: words("provider", "domain-pack"),
  origin: Type.Optional(
    Type.String({ maxLength: 2048, description: "Required for a provider; a pack names its own." }),
  ),
  credential: Type.Optional(
    Type.String({ maxLength: 8192, description: "The bearer credential, or the adapter secret; never shown again." }),
  ),
  pack: Type.Optional(
    Type.String({
      maxLength: 262_144,
      description: "The Domain Pack as YAML or JSON text; required for a domain-pack.",
    }),
  ),
});

export const ConnectionPatch = closed({
  name: Type.Optional(Name),
  origin: Type.Optional(
    Type.String({ maxLength: 2048, description: "Changing it clears the credential unless one is set with it." }),
  ),
  credential: Type.Optional(Type.String({ maxLength: 8192 })),
});

const Fault = closed({
  code: Type.String(),
  pointer: Type.String(),
  message: Type.String(),
  line: Type.Optional(Type.Integer()),
  column: Type.Optional(Type.Integer()),
});

export const ConnectionDocument = closed({
  id: Type.String(),
  name: Type.String(),
  contract: Type.String(),
  origin: Type.String(),
  has_credential: Type.Boolean(),
  credential_version: Type.Integer(),
  contract_version: nullable(Type.String()),
  document_version: Type.Integer(),
  document_hash: Type.String(),
  read_at: Instant,
  tools: Type.Array(closed({ name: Type.String(), offered_name: nullable(Type.String()), mutating: Type.Boolean() })),
  quarantined: Type.Array(closed({ name: Type.String(), reasons: Type.Array(Fault) })),
  warnings: Type.Array(Fault),
  created_at: Instant,
  updated_at: Instant,
});
