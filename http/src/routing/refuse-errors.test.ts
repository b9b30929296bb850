import { beforeEach, expect, it } from "vitest";
import { problem } from "./problem.ts";
import { refuseErrors } from "./refuse-errors.ts";

class Unavailable extends Error {}
class ReportedElsewhere extends Error {}

const refusal = () => problem(503, "unavailable", "Please try again");
const errors = [
  { kind: Unavailable, message: "the store is unavailable", refusal },
  { kind: ReportedElsewhere, message: null, refusal },
];
let reported: [string, unknown][];
beforeEach(() => {
  reported = [];
});
const refusing = refuseErrors(errors, (message, error) => reported.push([message, error]));

it("passes the arguments and the answer of a handler on", async () => {
  const add = refusing(async (one: number, other: number) => one + other);
  expect(await add(1, 2)).toBe(3);
});

it("answers an error of a listed kind with its refusal, and reports it to the operator", async () => {
  const error = new Unavailable("gone");
  expect(await refusing(() => Promise.reject(error))()).toEqual(refusal());
  expect(reported).toEqual([["the store is unavailable", error]]);
});

it("does not report an error that is reported elsewhere", async () => {
  expect(await refusing(() => Promise.reject(new ReportedElsewhere()))()).toEqual(refusal());
  expect(reported).toEqual([]);
});

it("throws every other error on", async () => {
  await expect(refusing(() => Promise.reject(new TypeError("a bug")))()).rejects.toThrow("a bug");
  expect(reported).toEqual([]);
});
