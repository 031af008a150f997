import { checkCredential } from "../contracts/header-value.ts";
import type { ContractName } from "../contracts/contract.ts";
import { isSameText } from "../core/fingerprint.ts";

/** Who may call, and by which secrets. Several of a kind overlap while they are rotated; receipts stay with the scope. */
export interface CredentialOptions {
  /** Names the caller, and keeps its operations apart from those of others. Never change it with a secret. */
  readonly scope: string;
  /** Accepted as `Authorization: Bearer …` (provider contract). Undefined ones are refused by name. */
  readonly bearer?: readonly (string | undefined)[];
  /** Accepted as `x-api-key` (domain-pack contract). */
  readonly apiKey?: readonly (string | undefined)[];
}

/** One secret that opens one contract. */
export interface Credential {
  readonly contract: ContractName;
  readonly scope: string;
  readonly secret: string;
}

interface PlacedCredential extends Omit<Credential, "secret"> {
  readonly place: string;
  readonly secret: string | undefined;
}

/** Lists every secret, or says what is wrong with them, by place and never by text. */
export function readCredentials(options: readonly CredentialOptions[]): {
  readonly credentials: readonly Credential[];
  readonly faults: readonly string[];
} {
  const placed = options.flatMap(placeSecrets);
  const faults = [...checkScopes(options), ...placed.flatMap((credential) => checkSecret(credential, placed))];
  if (placed.length === 0) {
    faults.push("credentials: none is set, so nobody could call. Set a bearer or an apiKey for at least one scope.");
  }
  return { credentials: placed.filter(hasSecret), faults };
}

function hasSecret(credential: PlacedCredential): credential is PlacedCredential & Credential {
  return credential.secret !== undefined;
}

function placeSecrets({ scope, bearer = [], apiKey = [] }: CredentialOptions, at: number): readonly PlacedCredential[] {
  const place = (contract: ContractName, kind: string, secrets: readonly (string | undefined)[]) =>
    secrets.map((secret, index) => ({ contract, scope, secret, place: `credentials[${at}].${kind}[${index}]` }));
  return [...place("provider", "bearer", bearer), ...place("domain-pack", "apiKey", apiKey)];
}

function checkScopes(options: readonly CredentialOptions[]): string[] {
  const scopes = options.map(({ scope }) => scope);
  return scopes.flatMap((scope, at) => {
    if (scope.trim() === "") return [`credentials[${at}].scope is empty: name who calls`];
    return scopes.indexOf(scope) < at
      ? [`credentials[${at}].scope repeats another: list its secrets in one entry`]
      : [];
  });
}

function checkSecret({ place, secret, scope }: PlacedCredential, all: readonly PlacedCredential[]): readonly string[] {
  if (secret === undefined) return [`${place} is not set: set the variable it is read from`];
  const fault = checkCredential(secret);
  if (fault !== null) return [`${place}: ${fault}`];
  const twin = all.find((other) => other.secret === secret && other.scope !== scope);
  return twin === undefined
    ? []
    : [`${place} is the same secret as ${twin.place}: give every scope secrets of its own`];
}

/** Whose secret this is; null when it is nobody's. Compares with all of them, in a time that tells nothing. */
export function findScope(
  credentials: readonly Credential[],
  contract: ContractName,
  sent: string | null,
): string | null {
  let found: string | null = null;
  for (const { contract: opens, scope, secret } of credentials) {
    if (isSameText(secret, sent ?? "") && opens === contract) found = scope;
  }
  return found;
}
