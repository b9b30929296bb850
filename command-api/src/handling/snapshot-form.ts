import { z } from "zod";
import type { SnapshotForm } from "./decider.ts";

/** A time, as snapshots store it. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** The state of a stream that belongs to one user, who is null before its first event. */
export type OfUser<Stored extends z.ZodType<{ userId: string }>> = Omit<z.infer<Stored>, "userId"> & {
  userId: string | null;
};

const hasUser = <State extends object, Stored extends State>(state: State): state is Stored =>
  "userId" in state && state.userId !== null;

/**
 * Stores what the schema describes, encrypted with the key of the state's user.
 * @param isStored which states get a snapshot; by default all that have a user
 */
export const snapshotForm = <State extends object, Stored extends State & { userId: string }>(
  name: string,
  schema: z.ZodType<Stored, Record<string, unknown>>,
  isStored: (state: State) => state is Stored = hasUser,
): SnapshotForm<State> => ({
  name,
  encode: (state) => (isStored(state) ? { person: state.userId, state: z.encode(schema, state) } : null),
  decode: (encoded) => schema.safeDecode(encoded as Record<string, unknown>).data ?? null,
});
