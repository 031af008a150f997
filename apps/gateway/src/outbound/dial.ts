import { isIP, connect as connectTcp, type LookupFunction, type Socket, type TcpNetConnectOpts } from "node:net";
import { connect as connectTls } from "node:tls";
import { isSameAddress } from "./address.ts";
import { untilAborted } from "./deadline.ts";
import { DeliveryFault, toErrorCode } from "./delivery.ts";
import type { OriginParts } from "./origin.ts";

export interface DialParams {
  readonly parts: OriginParts;
  /** Checked beforehand; nothing else is connected to. */
  readonly addresses: readonly string[];
  /** PEM certificates to trust instead of the system's; null for the system's. */
  readonly certificateAuthorities: readonly string[] | null;
  /** A TLS session of an earlier connection to the same origin, to save the full handshake. */
  readonly session: Buffer | null;
  readonly onSession: (session: Buffer) => void;
  readonly signal: AbortSignal;
}

/** Opens a connection that is ready for the first byte of a request; over TLS, only after the certificate was verified. */
export function dial(params: DialParams): Promise<Socket> {
  const { parts, addresses, signal } = params;
  return untilAborted<Socket>(signal, (resolve, reject) => {
    let connected = false;
    const socket = parts.secure ? openTls(params) : connectTcp(toTcpOptions(params));
    const onClose = () => onError(new Error("closed"));
    const onError = (error: Error) => {
      socket.off("close", onClose).destroy();
      const code = toErrorCode(error);
      reject(
        connected
          ? new DeliveryFault("tls", `The TLS handshake failed (${code}).`)
          : new DeliveryFault("connect", `The connection was not accepted (${code}).`),
      );
    };
    // The listener stays for good: an error of an idle socket must never bring the process down.
    socket.on("error", onError).on("close", onClose);
    socket.once("connect", () => {
      connected = true;
      if (!isPinned(socket, addresses))
        onError(new DeliveryFault("refused_address", "Connected to an address that was not checked."));
    });
    socket.once(parts.secure ? "secureConnect" : "connect", () => {
      if (socket.destroyed) return;
      socket.off("close", onClose).setNoDelay(true);
      resolve(socket);
    });
    return () => socket.off("close", onClose).destroy();
  });
}

function toTcpOptions({ parts, addresses }: DialParams): TcpNetConnectOpts {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  // Answers with what was checked. Node tries the addresses one after another, both families in turn (RFC 8305).
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all) callback(null, answers);
    else callback(null, answers[0]?.address ?? "", answers[0]?.family);
  };
  return {
    host: parts.host,
    port: parts.port,
    lookup,
    autoSelectFamily: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
  };
}

function openTls(params: DialParams): Socket {
  const { parts, certificateAuthorities, session, onSession } = params;
  const socket = connectTls({
    ...toTcpOptions(params),
    // An address has no server name (RFC 6066 §3); its certificate is matched against the address itself.
    ...(isIP(parts.host) === 0 ? { servername: parts.host } : {}),
    ...(certificateAuthorities ? { ca: [...certificateAuthorities] } : {}),
    ...(session ? { session } : {}),
    ALPNProtocols: ["http/1.1"],
    minVersion: "TLSv1.2",
    // Said outright, or NODE_TLS_REJECT_UNAUTHORIZED in the environment could turn verification off.
    rejectUnauthorized: true,
  });
  return socket.on("session", onSession);
}

function isPinned(socket: Socket, addresses: readonly string[]): boolean {
  const { remoteAddress } = socket;
  return remoteAddress !== undefined && addresses.some((address) => isSameAddress(address, remoteAddress));
}
