import { Metadata, type StatusObject, status } from "@grpc/grpc-js";

/** The end of a failed call, worded as by the real server. */
export type Failure = Partial<StatusObject> & { code: status; details: string };

/** The server's answer to most unexpected errors. */
export const thrownByHandler: Failure = { code: status.UNKNOWN, details: "Exception was thrown by handler." };
/** Reading from a position or with a count that does not exist. */
export const unexpectedResult = (what: "ReadAllResult" | "ReadStreamResult"): Failure => ({
  code: status.UNKNOWN,
  details: `Unexpected ${what}: Error`,
});
export const commitTimeout: Failure = { code: status.ABORTED, details: "Operation timed out: Commit phase timeout." };
export const tooSlow: Failure = {
  code: status.ABORTED,
  details: "Operation timed out: Consumer too slow to handle event while live. Client resubscription required.",
};

function withTrailers(code: status, details: string, trailers: Record<string, string>): Failure {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
}

/** The most `data` that one append may carry, in bytes. */
export const maxAppendSize = 1 << 20;
export const tooLarge = withTrailers(status.INVALID_ARGUMENT, "Maximum Append Size of 1048576 Exceeded.", {
  exception: "maximum-append-size-exceeded",
  "maximum-append-size": String(maxAppendSize),
});
export const accessDenied = withTrailers(status.PERMISSION_DENIED, "Access Denied", { exception: "access-denied" });
export const notAuthenticated: Failure = { code: status.UNAUTHENTICATED, details: "Not Authenticated" };
/** A call that the real server has, and nobody needs here. */
export const notThere: Failure = { code: status.UNIMPLEMENTED, details: "not in the stand-in" };
