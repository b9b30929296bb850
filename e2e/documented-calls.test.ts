import { expect, test } from "vitest";
import { calls } from "../web/src/screens/docs/calls.ts";
import { allRoutes } from "./distributed/all-routes.ts";

/** Exists for developers of the service only. */
const undocumented = ["GET /api/dev/inbox"];

test("the API reference of the web app lists every declared call, and no other", async () => {
  const declared = (await allRoutes())
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .filter((call) => call.includes(" /api/") && !undocumented.includes(call));
  expect(calls.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(declared.toSorted());
});
