import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { newestCheckpoint } from "@attestory/event-store/notary/newest-checkpoint.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import { type NoProof, proveEvent } from "@attestory/event-store/notary/prove-event.ts";
import { verifierKey } from "@attestory/event-store/notary/signed-note.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type StreamName, verificationsStream } from "@attestory/events/envelope.ts";
import { type ProblemAnswer, problem } from "@attestory/http/routing/problem.ts";
import type { z } from "zod";
import { route } from "../handling/query-route.ts";
import { eventNamePattern, eventProof, eventProofQuery, logIntegrity } from "./integrity-schema.ts";

interface IntegrityServices {
  log: Pick<EventLog, "read" | "readStored">;
  keyring: Pick<Keyring, "hmac">;
}

const noProof: Record<NoProof, ProblemAnswer> = {
  "no-such-event": problem(404, "not_found", "The log has no such event"),
  "not-covered-yet": problem(409, "not_covered_yet", "No checkpoint covers this event yet. Try again in a minute."),
};

/** What proves the log: the checkpoints that were signed, and whether the log still agrees with them. */
export function integrityRoutes({ log, keyring }: IntegrityServices) {
  const key = verifierKey(notaryKey(keyring));
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
      async handle() {
        const [newest, verification] = [await newestCheckpoint(log), await newestVerification(log)];
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
        "An inclusion proof (RFC 6962 section 2.1.1) of one event, with its stored bytes, in which personal fields are encrypted, and the first signed checkpoint that covers it. Whoever has the verifier key can check it without this service. For admins.",
      access: "admin",
      query: eventProofQuery,
      answers: { 200: eventProof },
      async handle({ query: { event } }) {
        const [, stream, version] = eventNamePattern.exec(event) ?? [];
        const proven = await proveEvent(log, { stream: stream as StreamName, version: Number(version) });
        if (typeof proven === "string") return noProof[proven];
        const { bytes, checkpoint, signedAt, proof } = proven;
        const { index, size } = proof;
        const path = proof.path.map((hash) => hash.toString("base64"));
        const body = {
          event,
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
