import type { AdapterRoute } from "./contract.ts";

/** The one path segment between a prefix and a suffix, decoded; null when the path is another. */
export function matchPath(path: string, prefix: string, suffix: string): string | null {
  if (!path.startsWith(prefix) || !path.endsWith(suffix)) return null;
  const segment = path.slice(prefix.length, path.length - suffix.length);
  if (segment === "" || segment.includes("/")) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** The door itself, or which method it answers when it was knocked at with another. */
export function toDoor(method: string, allow: "GET" | "POST", door: AdapterRoute): AdapterRoute {
  return method === allow ? door : { kind: "wrong-method", allow };
}
