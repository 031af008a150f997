import type { Gateway } from "../gateway.ts";
import type { Delivery } from "../outbound/delivery.ts";
import type { Intent } from "./record-intent.ts";

/** Sends the call once, within the tool's deadline. Never throws: whatever happens is a delivery, and nothing is sent a second time. */
export async function dispatch(gateway: Gateway, intent: Intent): Promise<Delivery> {
  const { checked, attemptHeaders, wireRequest } = intent;
  const { offered } = checked;
  return gateway.client.send({
    origin: offered.connection.origin,
    request: wireRequest,
    attemptHeaders,
    mutating: offered.tool.mutating,
    timeoutMs: offered.tool.timeoutMs,
  });
}
