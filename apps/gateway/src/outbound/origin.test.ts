import { describe, expect, test } from "vitest";
import { parseAllowList } from "./allow-list.ts";
import { parseOrigin } from "./origin.ts";

function read(text: string, allowed = ""): string {
  const list = parseAllowList(allowed);
  if (!list.ok) throw new Error(list.faults[0]?.message);
  const origin = parseOrigin(text, list.value);
  return origin.ok ? origin.value : (origin.faults[0]?.code ?? "");
}

describe("parseOrigin", () => {
  test.each([
    ["https://adapter.example.com", "https://adapter.example.com"],
    ["HTTPS://Adapter.Example.COM:443", "https://adapter.example.com"],
    ["https://adapter.example.com./", "https://adapter.example.com"],
    ["https://adapter.example.com:8443", "https://adapter.example.com:8443"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
    ["https://[2606:4700:0:0::1111]:8443", "https://[2606:4700::1111]:8443"],
    ["https://1.1.1.1", "https://1.1.1.1"],
  ])("%s becomes %s", (text, origin) => expect(read(text)).toBe(origin));

  test.each([
    "",
    "adapter.example.com",
    "ftp://adapter.example.com",
    "https:adapter.example.com",
    "https:\\\\adapter.example.com",
    "https://",
    "https:///adapter.example.com",
    "https://adapter.example.com/path",
    "https://adapter.example.com//",
    "https://adapter.example.com?key=1",
    "https://adapter.example.com#top",
    "https://user:pass@adapter.example.com",
    "https://@adapter.example.com",
    "https://adapter.example.com:0",
    "https://adapter.example.com:65536",
    "https://adapter.example.com:x",
    "https://adapter.example.com..",
    " https://adapter.example.com",
    "https://adapter.example.com\n",
    "https://ad\tapter.example.com",
    "https://%61dapter.example.com",
    "https://[::1",
    "https://[fe80::1%25eth0]",
    "https://256.1.1.1",
    `https://${"a".repeat(300)}.example.com`,
  ])("%j is no origin", (text) => expect(read(text)).toBe("not_an_origin"));

  test.each([
    "https://localhost",
    "https://localhost.",
    "https://api.localhost",
    "https://127.0.0.1",
    "https://127.1",
    "https://2130706433",
    "https://0x7f000001",
    "https://0x7f.1",
    "https://0177.0.0.1",
    "https://１２７.０.０.１",
    "https://127。0。0。1",
    "https://169.254.169.254",
    "https://[::ffff:127.0.0.1]",
    "https://[64:ff9b::a9fe:a9fe]",
    "http://127.0.0.1:7411",
  ])("%s needs the operator's leave", (text) => expect(read(text)).toBe("private_address"));

  test("plain http needs it too, and the fault does not repeat the address", () => {
    expect(read("http://adapter.example.com")).toBe("https_required");
    expect(read("http://adapter.internal", "adapter.internal")).toBe("http://adapter.internal");
    expect(read("http://127.0.0.1:7411", "127.0.0.1:7411")).toBe("http://127.0.0.1:7411");
    expect(read("http://127.0.0.1:80", "127.0.0.1")).toBe("http://127.0.0.1");
    expect(read("http://LOCALHOST.:7411", "localhost")).toBe("http://localhost:7411");
    expect(read("https://0x7f.1", "127.0.0.1")).toBe("https://127.0.0.1");
    const { ok, ...rest } = parseOrigin("https://10.1.2.3", []);
    expect([ok, JSON.stringify(rest).includes("10.1.2.3")]).toEqual([false, false]);
  });
});
