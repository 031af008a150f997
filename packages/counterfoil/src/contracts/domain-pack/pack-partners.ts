import { isJsonObject } from "../../core/json.ts";
import { isTimeZone } from "../../core/time.ts";
import type { DocumentFault } from "../../core/tool.ts";
import type { Partner } from "../contract.ts";
import { warnOfUnknownKeys } from "../document.ts";
import type { MemberReader } from "../member-reader.ts";

const CODE = "domain-pack.pack.partners";

/** The partners of a pack, at least one; their ids are kept byte for byte. */
export function readPartners(pack: MemberReader, warnings: DocumentFault[]): readonly Partner[] | undefined {
  const items = pack.array("partners", CODE);
  if (items === undefined) return undefined;
  if (items.length === 0) return pack.fault(CODE, ["partners"], "partners is empty: name at least one");
  const partners = items.flatMap((item, index) => {
    const reader = isJsonObject(item) ? pack.inside(item, "partners", index) : undefined;
    const partner = reader === undefined ? undefined : readPartner(reader, warnings);
    if (reader === undefined)
      pack.fault(CODE, ["partners", index], "A partner is an object with partnerId, name and timezone");
    return partner === undefined ? [] : [{ partner, index }];
  });
  const ids = partners.map(({ partner }) => partner.partnerId);
  for (const [at, { index }] of partners.entries()) {
    if (ids.indexOf(ids[at] ?? "") < at) {
      pack.fault(CODE, ["partners", index, "partnerId"], "Another partner has this id: give each its own");
    }
  }
  return partners.map(({ partner }) => partner);
}

function readPartner(reader: MemberReader, warnings: DocumentFault[]): Partner | undefined {
  const partnerId = readPartnerId(reader);
  const name = reader.text("name", CODE);
  const timezone = readTimeZone(reader);
  warnOfUnknownKeys(reader, ["partnerId", "name", "timezone"], "domain-pack.pack.unknown-keys", warnings);
  if (partnerId === undefined || name === undefined || timezone === undefined) return undefined;
  return { partnerId, name, timezone };
}

/** Without a slash, so that a store key `partnerId/phone` belongs to one partner and one phone. */
function readPartnerId(reader: MemberReader): string | undefined {
  const partnerId = reader.text("partnerId", CODE);
  return partnerId?.includes("/") === true
    ? reader.fault(
        CODE,
        ["partnerId"],
        "partnerId holds a slash, which parts it from the phone in a store key: take it out",
      )
    : partnerId;
}

function readTimeZone(reader: MemberReader): string | undefined {
  const timezone = reader.string("timezone", CODE);
  return timezone === undefined || isTimeZone(timezone)
    ? timezone
    : reader.fault(CODE, ["timezone"], "timezone is not known: write an IANA name such as Europe/London");
}
