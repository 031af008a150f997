import { describe, expect, test } from "vitest";
import { isPublicAddress, isSameAddress } from "./address.ts";

describe("isPublicAddress", () => {
  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "93.184.216.34",
    "172.15.255.255",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700::1111",
    "2a00:1450::1",
  ])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));

  test.each([
    ["this network", "0.0.0.0 0.1.2.3"],
    ["loopback", "127.0.0.1 127.255.255.254 ::1"],
    ["private", "10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1"],
    ["carrier-grade NAT", "100.64.0.1 100.127.255.255"],
    ["link-local, where clouds keep their metadata", "169.254.169.254 fe80::1 fe80::1%eth0 febf::1"],
    ["unique local and site-local", "fc00::1 fd00:ec2::254 fec0::1"],
    ["multicast and broadcast", "224.0.0.1 239.255.255.255 255.255.255.255 ff02::1"],
    [
      "reserved and for documentation",
      "240.0.0.1 192.0.0.1 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1 2001:db8::1 3fff::1",
    ],
    ["unspecified", "::"],
    ["IPv4 inside IPv6", "::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 ::127.0.0.1 ::ffff:0:127.0.0.1"],
    ["NAT64", "64:ff9b::a9fe:a9fe 64:ff9b::7f00:1 64:ff9b:1::1"],
    ["6to4 and Teredo", "2002:7f00:1:: 2002:a9fe:a9fe:: 2001:0:7f00:1::"],
    ["outside global unicast", "100::1 4000::1 5f00::1 e000::1 1::1"],
    ["no address at all", "localhost 2130706433x example.test"],
  ])("%s is not: %s", (_name, addresses) => {
    for (const address of addresses.split(" ")) expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});

test("addresses are compared by value", () => {
  expect(isSameAddress("::1", "0:0:0:0:0:0:0:1")).toBe(true);
  expect(isSameAddress("127.0.0.1", "::ffff:127.0.0.1")).toBe(false);
  expect(isSameAddress("nonsense", "nonsense")).toBe(false);
});
