import { Type } from "typebox";
import { closed, Instant, nullable } from "./common.ts";

const DisplayName = Type.String({ minLength: 1, maxLength: 100 });
const Scope = Type.Union([Type.Literal("admin"), Type.Literal("app"), Type.Literal("read")]);

export const WorkspaceBody = closed({ name: DisplayName });

export const WorkspaceDocument = closed({ id: Type.String(), name: Type.String(), created_at: Instant });

export const KeyBody = closed({ name: DisplayName, scope: Scope });

export const KeyDocument = closed({
  id: Type.String(),
  name: Type.String(),
  scope: Scope,
  hint: Type.String({ description: "The first characters of the key." }),
  created_at: Instant,
  last_used_at: nullable(Instant),
  revoked_at: nullable(Instant),
});

export const CreatedKeyDocument = closed({
  ...KeyDocument.properties,
  key: Type.String({ description: "Shown once." }),
});

export const CreatedWorkspaceDocument = closed({ ...WorkspaceDocument.properties, admin_key: CreatedKeyDocument });
