import { email, otherId, type SampleEmail, userId } from "./sample-person.ts";

const receiptId = "3d9b7c52-0e41-5f6a-9b28-71c0d4e8a6f3";
const requestedAt = "2026-02-16T10:00:00.000Z";

/** Of the deletion of an account. */
export const erasureSamples: readonly SampleEmail[] = [
  {
    id: "erasure-requested",
    when: "The deletion of the account is requested",
    event: { type: "ErasureRequested", data: { userId, erasesAt: "2026-03-16T10:00:00.000Z" } },
  },
  {
    id: "erasure-cancelled",
    when: "The deletion of the account is taken back",
    event: { type: "ErasureCancelled", data: { userId, requestId: otherId } },
  },
  {
    id: "erasure-receipt",
    when: "The account was erased",
    event: {
      type: "PersonErased",
      data: { userId, receiptId, reason: "own", requestedAt, startedAt: "2026-03-02T10:00:00.000Z" },
    },
    about: { receiptAddress: email },
  },
];
