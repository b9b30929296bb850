import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { expect, it } from "vitest";
import type { Application } from "../applications/application-state.ts";
import { readRequestObject } from "./request-object.ts";

const application = { ...sampleApplication(), allowUnsignedRequests: true } as unknown as Application;
const machineAt = new Date("2026-03-01T12:00:00Z");
const seconds = machineAt.getTime() / 1000;
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

const errorOf = async (claims: object) => {
  const parameters = { single: new Map(), repeated: new Set<string>(), inFrame: false, isPushed: false };
  const object = `${encoded({ alg: "none" })}.${encoded(claims)}.`;
  const read = await readRequestObject({ application, parameters, machineAt, object }, "https://id.example.com");
  return read.error?.description ?? null;
};

it("PR-11 a request object counts for a minute longer, and a minute earlier, than it says", async () => {
  expect(await errorOf({ exp: seconds - 59, nbf: seconds + 60 })).toBeNull();
  expect(await errorOf({ exp: seconds - 60 })).toBe("The request object has expired");
  expect(await errorOf({ nbf: seconds + 61 })).toBe("The request object does not count yet (nbf)");
});
