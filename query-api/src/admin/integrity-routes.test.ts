import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checksumOf } from "@attestory/event-store/log/stored-bytes.ts";
import { openCheckpoint } from "@attestory/event-store/notary/checkpoint.ts";
import { rootByProof } from "@attestory/event-store/notary/inclusion-proof.ts";
import { leafHash } from "@attestory/event-store/notary/merkle-tree.ts";
import { startNotary } from "@attestory/event-store/notary/notary.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import { readVerifierKey } from "@attestory/event-store/notary/signed-note.ts";
import { backupsStream, userStream, verificationsStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { userScene } from "../testing/user-scene.ts";
import type { eventProof } from "./integrity-schema.ts";

const { scratch, happens } = userScene();
let [token, userId] = ["", ""];

beforeAll(async () => {
  userId = await happens.registered();
  const roles = { userId, isAdmin: true, isDeveloper: false, isPro: false };
  await happens.happenedToUser({ type: "RolesChanged", data: roles });
  token = (await happens.signedIn(userId)).token;
});

const ask = async (path = "") => {
  const headers = scratch.knowing(await scratch.service.log.head());
  const answer = await scratch.get(`/api/admin/integrity${path}`, { token, headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const proofOf = (event: string) => ask(`/proof?event=${encodeURIComponent(event)}`);

/** Signs one checkpoint of the whole log. */
async function signed(): Promise<void> {
  const { promise, resolve: onSigned, reject: reportError } = Promise.withResolvers<string>();
  const every = { events: 1, seconds: 1 };
  const key = notaryKey(scratch.service.keyring);
  const notary = startNotary({ ...scratch.service, key, now: () => scratch.clock.now, every, onSigned, reportError });
  await promise;
  await notary.close();
}

/** In the order of a log's first day. */
describe("GET /api/admin/integrity", () => {
  it("has the key alone before the first checkpoint and the first verification", async () => {
    const verifierKey = expect.stringMatching(/^attestory\/[0-9a-f]{16}\+[0-9a-f]{8}\+/);
    expect(await ask()).toEqual({ status: 200, body: { verifierKey, checkpoint: null, verification: null } });
    expect(await proofOf(`user-${userId}@1`)).toMatchObject({ status: 409, body: { code: "not_covered_yet" } });
  });

  it("has the newest checkpoint, and what was verified or refuted last", async () => {
    await signed();
    const at = scratch.clock.now.toISOString();
    const { body } = await ask();
    expect(body).toMatchObject({ checkpoint: { size: 4, signedAt: at }, verification: null });
    const key = readVerifierKey(String(body.verifierKey));
    expect(key && openCheckpoint((body.checkpoint as { note: string }).note, key)?.size).toBe(4);

    const happened = (event: Parameters<typeof scratch.service.happened>[1]) =>
      scratch.service.happened(verificationsStream, event, { recordedAt: scratch.clock.now });
    const counts = { events: 5, checkpoints: 1, covered: 4 };
    await happened({ type: "LogVerified", data: counts });
    expect((await ask()).body.verification).toEqual({ outcome: "verified", at, ...counts });
    const found = { events: 4, reason: "the checkpoint of 4 events has another root than the events" };
    await happened({ type: "LogRefuted", data: found });
    expect((await ask()).body.verification).toEqual({ outcome: "refuted", at, ...found });
  });
});

describe("GET /api/admin/integrity/proof", () => {
  it("LG-06 proves an event to anyone who has the verifier key", async () => {
    for (const event of [`user-${userId}@1`, `user-${userId}@2`, `user-${userId}@3`]) {
      const { status, body } = await proofOf(event);
      expect(status).toBe(200);
      const proof = body as z.infer<typeof eventProof>;
      const key = readVerifierKey(proof.verifierKey);
      const head = key && openCheckpoint(proof.checkpoint, key);
      const path = proof.path.map((hash) => Buffer.from(hash, "base64"));
      const root = rootByProof(leafHash(proof.bytes), { index: proof.index, size: proof.size, path });
      expect(head).toEqual({ size: 4, root });
      expect(proof).toMatchObject({ event, signedAt: scratch.clock.now.toISOString() });
      expect(JSON.parse(proof.bytes).slice(0, 2)).toEqual(
        event.split("@").map((part, at) => (at ? Number(part) : part)),
      );
    }
    expect(JSON.stringify(await proofOf(`user-${userId}@1`))).not.toMatch(/ada@example|argon2/);
  });

  it("proves an event by its id, as the activity of an account has it", async () => {
    const [registered] = (await scratch.service.log.read(userStream(userId))).events;
    const { status, body } = await proofOf(registered?.id ?? "");
    expect({ status, body }).toEqual(await proofOf(`user-${userId}@1`));
    expect(status).toBe(200);
  });

  it("refuses an event that is not there, is not covered yet, or has no such name", async () => {
    const notThere = { status: 404, body: { code: "not_found", message: "The log has no such event" } };
    for (const event of [
      `user-${userId}@9999`,
      `${userStream(userId)}0@1`,
      "nobody@1",
      "admins@9999999999",
      randomUUID(),
    ]) {
      expect(await proofOf(event)).toMatchObject(notThere);
    }
    await scratch.service.happened(backupsStream, {
      type: "BackupFailed",
      data: { file: null, step: "proof", reason: "none" },
    });
    expect(await proofOf("backups@1")).toMatchObject({ status: 409, body: { code: "not_covered_yet" } });
    const fields = { event: expect.stringContaining("Use the stream and the version of an event, such as admins@1") };
    const ill = ["", "admins", "admins@0", "admins@1@2", "$all@1", "admins@12345678901", "../admins@1", `${userId}0`];
    for (const event of ill) {
      expect(await proofOf(event)).toMatchObject({ status: 400, body: { code: "invalid_fields", fields } });
    }
    expect(await ask("/proof")).toMatchObject({ status: 400, body: { fields: { event: expect.any(String) } } });
  });

  it("LG-06 refuses every event that only an altered log could prove, and the screen if the newest checkpoint was altered", async () => {
    const database = new DatabaseSync(join(scratch.service.dataDir, "events-1.sqlite"));
    const change = database.prepare("UPDATE events SET data = ?, checksum = ? WHERE position = ?");
    const stored = await scratch.service.log.readStored(0n, 100);
    const [first, checkpoint] = [stored[0], stored.find(({ type }) => type === "CheckpointSigned")];
    if (!(first && checkpoint)) throw new Error("there is no checkpoint");
    const refused = { status: 409, body: { code: "log_altered" } };
    const alterations = [
      { event: first, data: first.data.replace("{", '{"added":1,'), screen: 200 },
      { event: checkpoint, data: checkpoint.data.replace('"size":4', '"size":7'), screen: 409 },
      { event: checkpoint, data: "{", screen: 409 },
    ];
    for (const { event, data, screen } of alterations) {
      for (const checksum of [checksumOf({ ...event, data }), checksumOf(event)]) {
        change.run(data, checksum, event.position);
        expect(await proofOf(`user-${userId}@2`)).toMatchObject(refused);
        expect((await ask()).status).toBe(screen);
      }
      change.run(event.data, checksumOf(event), event.position);
    }
    database.close();
    expect((await proofOf(`user-${userId}@2`)).status).toBe(200);
  });
});
