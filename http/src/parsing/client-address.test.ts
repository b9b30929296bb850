import { expect, it } from "vitest";
import { createAddressReader, networkOf, siteBits, widerNetworks } from "./client-address.ts";

it("SE-11 RL-04 ignores X-Forwarded-For unless configured to trust it", () => {
  const addressOf = createAddressReader("none");
  expect(addressOf("203.0.113.7", "198.51.100.1")).toBe("203.0.113.7");
  expect(addressOf("::ffff:203.0.113.7", undefined)).toBe("203.0.113.7");
});

it("RL-04 trusts as many hops as there are proxies, from the right", () => {
  expect(createAddressReader(1)("10.0.0.1", "198.51.100.1, 203.0.113.7")).toBe("203.0.113.7");
  expect(createAddressReader(2)("10.0.0.1", "198.51.100.1, 203.0.113.7, 10.0.0.2")).toBe("203.0.113.7");
  expect(createAddressReader(2)("10.0.0.1", "203.0.113.7")).toBe("203.0.113.7");
  expect(createAddressReader(0)("10.0.0.1", "203.0.113.7")).toBe("10.0.0.1");
});

it("RL-04 trusts only proxies of configured networks", () => {
  const addressOf = createAddressReader(["10.0.0.0/8", "::1", "fd00::/8"]);
  expect(addressOf("10.1.2.3", "198.51.100.1, 203.0.113.7, 10.9.9.9")).toBe("203.0.113.7");
  expect(addressOf("203.0.113.9", "198.51.100.1")).toBe("203.0.113.9");
  expect(addressOf("fd00::7", "2001:DB8:0:0::1")).toBe("2001:db8::1");
  expect(addressOf("::ffff:10.1.2.3", "203.0.113.7")).toBe("203.0.113.7");
});

it("SE-11 stops at an entry that is not an address", () => {
  const addressOf = createAddressReader(3);
  expect(addressOf("10.0.0.1", "203.0.113.7, <script>, 10.0.0.2")).toBe("10.0.0.2");
  expect(addressOf("10.0.0.1", "unknown")).toBe("10.0.0.1");
  expect(addressOf("10.0.0.1", `${"1,".repeat(5_000)}203.0.113.7`)).toBe("203.0.113.7");
  expect(addressOf(undefined, undefined)).toBe("0.0.0.0");
});

it("normalises addresses with ports, zones or brackets", () => {
  const addressOf = createAddressReader(1);
  expect(addressOf("10.0.0.1", "[2001:db8::1]:443")).toBe("2001:db8::1");
  expect(addressOf("10.0.0.1", "fe80::1%eth0")).toBe("fe80::1");
  expect(addressOf("10.0.0.1", "203.0.113.7:5000")).toBe("203.0.113.7");
});

it("refuses to start with an invalid network", () => {
  expect(() => createAddressReader(["10.0.0.0/33"])).toThrow();
  for (const none of ["everything", "", "1.5", "100", "10.0.0.0/", "/8", "10.0.0.0/8/8", "10.0.0.0/x"]) {
    expect(() => createAddressReader([none]), none).toThrow();
  }
});

it("returns the /24 or the /64 network of an address", () => {
  expect(networkOf("203.0.113.77")).toBe("203.0.113.0/24");
  expect(networkOf("::ffff:203.0.113.77")).toBe("203.0.113.0/24");
  expect(networkOf("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(networkOf("2001:db8:1:2:3:4:5:6", siteBits)).toBe("2001:db8:1::/48");
  expect(networkOf("203.0.113.77", siteBits)).toBe("203.0.113.0/24");
  expect(networkOf("nowhere")).toBeNull();
});

it("A5 returns the /56 and the /48 around the /64 of an IPv6 address, and none around another network", () => {
  const around = (address: string) => widerNetworks(networkOf(address) ?? address);
  expect(around("2001:db8:1:23ff:3:4:5:6")).toEqual(["2001:db8:1:2300::/56", "2001:db8:1::/48"]);
  expect(around("::1")).toEqual(["::/56", "::/48"]);
  for (const other of ["203.0.113.77", "::ffff:203.0.113.77", "nowhere", "x/64", "203.0.113.0/64"]) {
    expect(around(other), other).toEqual([]);
  }
});
