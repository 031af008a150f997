import { Type } from "typebox";
import { KEY_SCOPES } from "../../../store/keys.ts";
import { closed, Instant, nullable, words } from "./common.ts";

const DisplayName = Type.String({ minLength: 1, maxLength: 100 });
const Scope = words(...KEY_SCOPES);

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
