const MAX_MAILBOX_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_HOST_LENGTH = 253;
const DOTTED_WORDS = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const QUOTED_WORDS = /^"(?:[ !#-[\]-~]|\\[ -~])*"$/;
const HOST_LABEL = /^[\da-z](?:[\da-z-]*[\da-z])?$/i;
const MAX_LABEL_LENGTH = 63;
const IPV4_OCTET = /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/;
const IPV6_GROUP = /^[\da-f]{1,4}$/i;

const URI_PARTS = /^[a-z][a-z\d+.-]*:(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;
const AUTHORITY = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::\d*)?$/s;
const USER_TEXT = /^(?:[\w.~!$&'()*+,;=:-]|%[\da-f]{2})*$/i;
const HOST_TEXT = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*$/i;
const PATH_TEXT = /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i;
const QUERY_TEXT = /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*$/i;
const IP_FUTURE = /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i;

/** RFC 5321 `Mailbox`. */
export function isMailbox(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at < 1 || text.length > MAX_MAILBOX_LENGTH || at > MAX_LOCAL_PART_LENGTH) return false;
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (!DOTTED_WORDS.test(local) && !QUOTED_WORDS.test(local)) return false;
  if (!domain.startsWith("[")) return isHostName(domain);
  return domain.endsWith("]") && isAddressLiteral(domain.slice(1, -1));
}

/** RFC 3986 `URI`: absolute, with a scheme. */
export function isUri(text: string): boolean {
  const parts = URI_PARTS.exec(text);
  if (parts === null) return false;
  const [, authority, path = "", query = "", fragment = ""] = parts;
  if (authority === undefined ? path.startsWith("//") : !isAuthority(authority)) return false;
  return PATH_TEXT.test(path) && QUERY_TEXT.test(query) && QUERY_TEXT.test(fragment);
}

function isAuthority(text: string): boolean {
  const parts = AUTHORITY.exec(text);
  if (parts === null) return false;
  const [, user = "", host = ""] = parts;
  if (!USER_TEXT.test(user)) return false;
  if (!host.startsWith("[")) return HOST_TEXT.test(host);
  const literal = host.slice(1, -1);
  return isIpv6(literal) || IP_FUTURE.test(literal);
}

function isHostName(text: string): boolean {
  if (text.length > MAX_HOST_LENGTH) return false;
  return text.split(".").every((label) => label.length <= MAX_LABEL_LENGTH && HOST_LABEL.test(label));
}

function isAddressLiteral(text: string): boolean {
  return /^ipv6:/i.test(text) ? isIpv6(text.slice("IPv6:".length)) : isIpv4(text);
}

function isIpv4(text: string): boolean {
  const octets = text.split(".");
  return octets.length === 4 && octets.every((octet) => IPV4_OCTET.test(octet));
}

/** Eight groups; `::` stands once for one or more of zeros, and the last two may be written as IPv4. */
function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const isMixed = last.includes(".") && !text.endsWith("::");
  if (isMixed && !isIpv4(last)) return false;
  const count = groups.length + (isMixed ? 1 : 0);
  const plain = isMixed ? groups.slice(0, -1) : groups;
  return (halves.length === 2 ? count <= 7 : count === 8) && plain.every((group) => IPV6_GROUP.test(group));
}
