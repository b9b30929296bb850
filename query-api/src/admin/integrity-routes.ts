import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { ifAltered } from "@attestory/event-store/notary/if-altered.ts";
import { newestCheckpoint } from "@attestory/event-store/notary/newest-checkpoint.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import { createEventProver, type EventName, type NoProof } from "@attestory/event-store/notary/prove-event.ts";
import { verifierKey } from "@attestory/event-store/notary/signed-note.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type StreamName, verificationsStream } from "@attestory/events/envelope.ts";
import { type ProblemAnswer, problem } from "@attestory/http/routing/problem.ts";
import { activity } from "@attestory/projections/read-models/activity.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import type { z } from "zod";
import { route } from "../handling/query-route.ts";
import { eventNamePattern, eventProof, eventProofQuery, logIntegrity } from "./integrity-schema.ts";

interface IntegrityServices {
  log: Pick<EventLog, "read" | "eventAt" | "readStored">;
  store: Pick<ReadStore, "get">;
  keyring: Pick<Keyring, "hmac">;
}

const noProof: Record<NoProof, ProblemAnswer> = {
  "no-such-event": problem(404, "not_found", "The log has no such event"),
  "not-covered-yet": problem(409, "not_covered_yet", "No checkpoint covers this event yet. Try again in a minute."),
  altered: problem(409, "log_altered", "The log is not what was signed. Run attestory verify to see since when."),
  // Nobody reads it.
  abandoned: problem(503, "unavailable", "The connection was closed"),
};

/** What proves the log: the checkpoints that were signed, and whether the log still agrees with them. */
export function integrityRoutes({ log, store, keyring }: IntegrityServices) {
  const noteKey = notaryKey(keyring);
  const key = verifierKey(noteKey);
  const prove = createEventProver({ log, key: noteKey });
  return [
    route({
      method: "get",
      path: "/api/admin/integrity",
      summary:
        "The newest signed checkpoint of the log, and whether the log agreed with its checkpoints when last verified",
      operationId: "getIntegrity",
      description:
        "The newest signed checkpoint of the log, the key that verifies it, and what the daily verification last found. Each is null until there is one. For admins.",
      access: "admin",
      answers: { 200: logIntegrity },
      refuses: [noProof.altered],
      async handle() {
        const newest = await newestCheckpoint(log).catch(ifAltered);
        if (newest === "altered") return noProof.altered;
        const verification = await newestVerification(log);
        const checkpoint = newest && {
          size: newest.tree.size,
          signedAt: newest.recordedAt.toISOString(),
          note: newest.note,
        };
        return { status: 200, body: { verifierKey: key, checkpoint, verification } };
      },
    }),
    route({
      method: "get",
      path: "/api/admin/integrity/proof",
      summary: "Proves that an event is in the log, by the first signed checkpoint that covers it",
      operationId: "proveEvent",
      description:
        "An inclusion proof (RFC 6962 section 2.1.1) of one event, with its stored bytes, in which personal fields are encrypted, and the first signed checkpoint that covers it. Anyone who has the verifier key can check it without this service. It takes some time if that checkpoint is the first one of a log that was large already. For admins.",
      access: "admin",
      query: eventProofQuery,
      answers: { 200: eventProof },
      refuses: [noProof["not-covered-yet"], noProof.altered],
      async handle({ query, context }) {
        const name = await nameOf(query.event, store);
        const proven = name ? await prove(name, () => context.isAbandoned) : "no-such-event";
        if (typeof proven === "string") return noProof[proven];
        const { event, bytes, checkpoint, signedAt, proof } = proven;
        const { index, size } = proof;
        const path = proof.path.map((hash) => hash.toString("base64"));
        const body = {
          event: `${event.stream}@${event.version}`,
          bytes,
          index,
          size,
          path,
          checkpoint,
          signedAt: signedAt.toISOString(),
          verifierKey: key,
        };
        return { status: 200, body };
      },
    }),
  ];
}

/** Null if it is the id of no event in the activity of a user. */
async function nameOf(event: string, store: Pick<ReadStore, "get">): Promise<EventName | null> {
  const [, stream, version] = eventNamePattern.exec(event) ?? [];
  if (stream) return { stream: stream as StreamName, version: Number(version) };
  const entry = await store.get(activity, event);
  return entry && { id: entry.id, position: BigInt(entry.order) };
}

async function newestVerification(log: Pick<EventLog, "read">): Promise<z.infer<typeof logIntegrity>["verification"]> {
  const { version } = await log.read(verificationsStream, 0, 1);
  const [newest] = version > 0 ? (await log.read(verificationsStream, version - 1, 1)).events : [];
  const at = newest?.recordedAt.toISOString() ?? "";
  if (newest?.type === "LogVerified") {
    const { events, checkpoints, covered } = newest.data;
    return { outcome: "verified", at, events, checkpoints, covered };
  }
  if (newest?.type !== "LogRefuted") return null;
  return { outcome: "refuted", at, events: newest.data.events, reason: newest.data.reason };
}
