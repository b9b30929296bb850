import { describe, expect, it } from "vitest";
import { failureOf, Silence } from "./failures.ts";

/** Errors that the client was observed to throw: some without a type, some without a code, some without a message. */
const failures = [
  ["another writer", { type: "wrong-expected-version", message: "" }, "wrong-version"],
  ["a missing stream", { type: "stream-not-found", message: "x not found" }, "no-stream"],
  ["an unavailable server", { type: "unavailable", code: 14, message: "14 UNAVAILABLE: read ECONNRESET" }, "transient"],
  ["the same without a type", { code: 14, message: "14 UNAVAILABLE: No connection established." }, "transient"],
  ["a starting server", { type: "unknown", message: "Could not recognize Server Is Not Ready" }, "transient"],
  ["a write in progress", { type: "timeout", code: 10, message: "10 ABORTED: Operation timed out" }, "transient"],
  ["a deadline without a code", { type: "deadline-exceeded", message: "" }, "transient"],
  ["a reset stream", { type: "unknown", code: 1, message: "1 CANCELLED: Call cancelled" }, "transient"],
  [
    "a closed connection",
    {
      type: "unknown",
      code: 13,
      message: "13 INTERNAL: Received RST_STREAM with code 2 triggered by internal client error",
    },
    "transient",
  ],
  ["another fault inside", { type: "unknown", code: 13, message: "13 INTERNAL: a fault" }, "final"],
  ["another leader", { type: "not-leader", code: 5, message: "" }, "transient"],
  ["a cluster without a reachable member", new Error("Failed to discover after 10 attempts."), "transient"],
  ["a server that does not answer", new Silence("no answer"), "transient"],
  [
    "a read from a position without an event",
    { type: "unknown", code: 2, message: "2 UNKNOWN: Unexpected ReadAllResult: Error" },
    "no-place",
  ],
  ["a wrong password", { type: "access-denied", code: 7, message: "7 PERMISSION_DENIED" }, "refused"],
  ["a deleted stream", { type: "stream-deleted", code: 9, message: "" }, "final"],
  ["an error of our own", new TypeError("x is not a function"), "final"],
] as const;

describe("a failure of the event store's client", () => {
  it.each(failures)("is classified: %s", (_, error, failure) => {
    expect(failureOf(error)).toBe(failure);
  });
});
