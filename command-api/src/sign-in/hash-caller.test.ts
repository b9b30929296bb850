import { expect, it } from "vitest";
import { hashCaller } from "./hash-caller.ts";

it.each([
  ["2001:db8:7:1::1", "2001:db8:7:ffff::1"],
  ["192.0.2.1", "192.0.2.255"],
])("A2 counts %s and %s as one network of the hashing queue", (one, other) => {
  expect(hashCaller("account", { ip: one })).toEqual(hashCaller("account", { ip: other }));
});

it.each([
  ["2001:db8:7::1", "2001:db8:8::1"],
  ["192.0.2.1", "192.0.3.1"],
])("A2 counts %s and %s as two networks of the hashing queue", (one, other) => {
  expect(hashCaller("account", { ip: one }).network).not.toBe(hashCaller("account", { ip: other }).network);
});
