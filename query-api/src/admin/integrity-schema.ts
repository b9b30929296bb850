import { z } from "zod";

/** Schemas of what proves the log. */

const at = z.iso.datetime();
const count = z.int();
/** A signed note: https://c2sp.org/tlog-checkpoint */
const note = z.string();
/** The public key that checkpoints are verified with, as one word: https://c2sp.org/signed-note */
const verifierKey = z.string();

const checkpoint = z
  .strictObject({
    /** Of so many events. */
    size: count,
    signedAt: at,
    note,
  })
  .meta({ id: "LogCheckpoint" });

/** `events`: so many were read. Of a refuted log, so many were covered by a checkpoint that agreed. */
const verification = z
  .discriminatedUnion("outcome", [
    z.strictObject({ outcome: z.literal("verified"), at, events: count, checkpoints: count, covered: count }),
    z.strictObject({ outcome: z.literal("refuted"), at, events: count, reason: z.string() }),
  ])
  .meta({ id: "LogVerification" });

/** The newest of each; null if there is none yet. */
export const logIntegrity = z.strictObject({
  verifierKey,
  checkpoint: checkpoint.nullable(),
  verification: verification.nullable(),
});

/**
 * STREAM@VERSION: what names an event so that an import does not change it. The stream is letters, followed by a UUID or a digest if there
 * is one for each id. No name of a store's own is like this.
 */
export const eventNamePattern = /^([A-Za-z]{1,40}(?:-[A-Za-z0-9_-]{36,43})?)@([1-9]\d{0,9})$/;

const idPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const eventProofQuery = z.strictObject({
  event: z
    .string()
    .trim()
    .regex(
      new RegExp(`${eventNamePattern.source}|${idPattern.source}`),
      "Use the stream and the version of an event, such as admins@1, or the id of an event of an account",
    )
    .describe("STREAM@VERSION, such as admins@1, or the id of an event in the activity of an account"),
});

/** Shows that an event is in the log that was signed: RFC 6962 section 2.1.1. Hashes are 32 bytes in base64. */
export const eventProof = z.strictObject({
  /** STREAM@VERSION. */
  event: z.string(),
  /** What the tree holds for the event, in UTF-8. Personal fields are encrypted. */
  bytes: z.string(),
  /** From 0. */
  index: count,
  /** Of the checkpoint's tree. */
  size: count,
  /** The siblings on the way from the event to the root. */
  path: z.array(z.string()),
  /** The first checkpoint that covers the event. */
  checkpoint: note,
  signedAt: at,
  verifierKey,
});
