import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import type { WireHeaders, WireReply } from "counterfoil/contracts";
import { DeliveryFault, type DeliveryPhase, toErrorCode } from "./delivery.ts";

interface ReplyReaderParams {
  readonly maxReplyBytes: number;
  readonly onPhase: (phase: DeliveryPhase) => void;
  readonly resolve: (reply: WireReply) => void;
  readonly reject: (fault: Error) => void;
}

/** Collects one reply as it streams in, and gives up on it as soon as it cannot become acceptable. */
export class ReplyReader implements Dispatcher.DispatchHandler {
  readonly #params: ReplyReaderParams;
  readonly #chunks: Buffer[] = [];
  #byteCount = 0;
  #status = 0;
  #headers: WireHeaders = {};

  constructor(params: ReplyReaderParams) {
    this.#params = params;
  }

  /** Called right before the request is written. */
  onRequestStart(): void {
    this.#params.onPhase("after_send");
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Informational replies say nothing of the outcome and buy no time.
    if (status < 200) return;
    this.#params.onPhase("after_headers");
    this.#status = status;
    this.#headers = toWireHeaders(headers);
    const fault = checkHead(this.#headers, this.#params.maxReplyBytes);
    if (fault) controller.abort(fault);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#byteCount += chunk.length;
    if (this.#byteCount > this.#params.maxReplyBytes) controller.abort(toTooLarge(this.#params.maxReplyBytes));
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#params.resolve({ status: this.#status, headers: this.#headers, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#params.reject(toDeliveryFault(error, this.#status !== 0));
  }
}

function checkHead(headers: WireHeaders, maxReplyBytes: number): DeliveryFault | null {
  // Sizes of compressed bodies lie, so none is asked for and none is accepted, whatever the header that announces it.
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  const transfer = headers["transfer-encoding"]?.trim().toLowerCase() ?? "chunked";
  if ((encoding !== "" && encoding !== "identity") || transfer !== "chunked") {
    return new DeliveryFault("bad_encoding", "The reply is compressed although identity was asked for.");
  }
  return Number(headers["content-length"] ?? 0) > maxReplyBytes ? toTooLarge(maxReplyBytes) : null;
}

function toTooLarge(maxReplyBytes: number): DeliveryFault {
  return new DeliveryFault("too_large", `The reply is larger than ${maxReplyBytes} bytes.`);
}

/** Lines of one name are joined as RFC 9110 §5.3 says. */
function toWireHeaders(headers: IncomingHttpHeaders): WireHeaders {
  const entries = Object.entries(headers).map(([name, value]) => {
    return [name.toLowerCase(), Array.isArray(value) ? value.join(", ") : (value ?? "")] as const;
  });
  return Object.fromEntries(entries);
}

function toDeliveryFault(error: Error, headRead: boolean): DeliveryFault {
  if (error instanceof DeliveryFault) return error;
  const code = toErrorCode(error);
  // Only the codes are passed on: texts and members of these errors may quote the reply.
  const unasked = code === "UND_ERR_SOCKET" && error.message.startsWith("bad ");
  const malformed = error.name === "HTTPParserError" || code === "UND_ERR_HEADERS_OVERFLOW";
  const twoLengths = code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" && !headRead;
  if (unasked || malformed || twoLengths) {
    return new DeliveryFault("bad_reply", `What came back is not an HTTP/1.1 reply to this request (${code}).`);
  }
  return new DeliveryFault("reset", `The connection ended before the reply was complete (${code}).`);
}
