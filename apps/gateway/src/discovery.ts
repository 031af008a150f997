import { ProblemError } from "counterfoil/core";
import { providerContract } from "counterfoil/contracts";
import { createTraceId } from "counterfoil/core";
import type { Gateway } from "./gateway.ts";
import type { Delivery } from "./outbound/delivery.ts";
import { toTenantWord } from "./outbound/tenant-word.ts";

const DISCOVERY_TIMEOUT_MS = 10_000;
const MANIFEST_PATH = "/.well-known/agent-provider";

/** Reads the manifest of a provider with its own credential (provider contract, discovery). */
export async function readManifest(
  gateway: Gateway,
  origin: string,
  credential: string,
): Promise<{ readonly body: Uint8Array; readonly etag: string | null }> {
  const traceId = createTraceId(gateway.random);
  const delivery = await gateway.client.send({
    origin,
    request: { method: "GET", path: MANIFEST_PATH, headers: { accept: "application/json" }, body: new Uint8Array() },
    attemptHeaders: providerContract.encodeAttempt(credential, traceId),
    mutating: false,
    timeoutMs: DISCOVERY_TIMEOUT_MS,
  });
  return requireManifest(gateway, delivery, traceId);
}

function requireManifest(gateway: Gateway, delivery: Delivery, traceId: string) {
  if (delivery.kind === "lost") {
    gateway.log.warn("discovery got no answer", { code: delivery.reason, phase: delivery.phase, traceId });
    const word = toTenantWord(delivery.reason);
    throw new ProblemError(
      "adapter_unreachable",
      `The adapter could not be read: ${word}. Check that it runs at this origin and answers.`,
    );
  }
  const { status, headers, body } = delivery.reply;
  if (status === 401 || status === 403) {
    throw new ProblemError(
      "adapter_unreachable",
      `The adapter refused the credential (${status}); set the one it expects.`,
    );
  }
  if (status !== 200) {
    throw new ProblemError(
      "adapter_unreachable",
      `The adapter answered ${status} at ${MANIFEST_PATH}; it must answer 200 with its manifest.`,
    );
  }
  return { body, etag: headers["etag"] ?? null };
}
