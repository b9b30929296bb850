import { createPublicKey, hash, verify } from "node:crypto";
import { notaryStream, userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { call, givenSignedInUser } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";

/** A checkpoint follows every event within a second. */
const product = ownProductScene({ CHECKPOINT_EVENTS: "1" });

const integrity = "GET /api/admin/integrity";
const ask = (token: string, event: string) => call(product.url, `${integrity}/proof?event=${event}`, { token });
/** Asks until a checkpoint covers the event. */
async function proofOf(token: string, event: string) {
  await expect.poll(async () => (await ask(token, event)).status, { timeout: 30_000 }).toBe(200);
  return (await ask(token, event)).body;
}

interface Proof {
  bytes: string;
  index: number;
  size: number;
  path: string[];
}

const sha256 = (prefix: number, ...parts: (string | Buffer)[]) =>
  hash("sha256", Buffer.concat([Buffer.from([prefix]), ...parts.map((part) => Buffer.from(part))]), "buffer");

/** The root that a proof leads to: RFC 9162 section 2.1.3.2, in its own words. */
function rootOf({ bytes, index, size, path }: Proof): string {
  let [fn, sn, r] = [index, size - 1, sha256(0, bytes)];
  for (const p of path.map((sibling) => Buffer.from(sibling, "base64"))) {
    const isRight = fn % 2 === 1 || fn === sn;
    r = isRight ? sha256(1, p, r) : sha256(1, r, p);
    while (isRight && fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  expect(sn).toBe(0);
  return r.toString("base64");
}

/** The lines of a checkpoint that this key has signed: https://c2sp.org/tlog-checkpoint */
function openedNote(note: string, verifierKey: string): string[] {
  const [, name = "", encoded = ""] = /^(.+)\+[0-9a-f]{8}\+(.+)$/.exec(verifierKey) ?? [];
  const jwk = { kty: "OKP", crv: "Ed25519", x: Buffer.from(encoded, "base64").subarray(1).toString("base64url") };
  const [text = "", line = ""] = note.split("\n\n");
  expect(line).toMatch(`\u2014 ${name} `);
  const signature = Buffer.from(line.split(" ")[2] ?? "", "base64").subarray(4);
  const key = createPublicKey({ key: jwk, format: "jwk" });
  expect(verify(null, Buffer.from(`${text}\n`), key, signature)).toBe(true);
  return text.split("\n");
}

it("LG-06 proves an event to anyone who has the verifier key, without this service's code", async () => {
  const { id, token } = await givenAdmin(product);
  const proof = await proofOf(token, `${userStream(id)}@1`);
  const { verifierKey, checkpoint } = (await call(product.url, integrity, { token })).body;
  expect(proof.verifierKey).toBe(verifierKey);
  const [log, size, root] = openedNote(proof.checkpoint, verifierKey);
  expect([size, root]).toEqual([String(proof.size), rootOf(proof)]);
  expect(JSON.parse(proof.bytes).slice(0, 2)).toEqual([userStream(id), 1]);
  const newest = openedNote(checkpoint.note, verifierKey);
  expect(newest.slice(0, 2)).toEqual([log, String(checkpoint.size)]);
  expect(checkpoint.size).toBeGreaterThanOrEqual(proof.size);
});

it("proves an event of an account also by its id, as the events of the account have it", async () => {
  const { id, token } = await givenAdmin(product);
  const newestId = async () =>
    (await call(product.url, `GET /api/admin/users/${id}/events`, { token })).body.events?.[0]?.id;
  await expect.poll(newestId, { timeout: 30_000 }).toEqual(expect.any(String));
  const newest = await newestId();
  const proof = await proofOf(token, newest);
  expect(JSON.parse(proof.bytes)[2]).toBe(newest);
  expect(await proofOf(token, proof.event)).toEqual(proof);
});

it("LG-06 proves the receipt of an erasure, as the list of erasures has it", async () => {
  const [{ token }, { id }] = [await givenAdmin(product), await givenSignedInUser(product.url)];
  const { headers } = await call(product.url, `DELETE /api/admin/users/${id}`, { token });
  const asking = { token, headers: { "x-log-position": headers.get("x-log-position") ?? "" } };
  const newest = () => call(product.url, "GET /api/admin/erasures?state=erased&limit=1", asking);
  const [{ userId, receipt }] = (await askUntilUpToDate(newest)).body.erasures;
  expect(userId).toBe(id);
  const { bytes } = await proofOf(token, receipt);
  const [stream, , , type] = JSON.parse(bytes);
  expect([stream, type]).toEqual([userStream(id), "PersonErased"]);
});

it("says which events it cannot prove: those newer than the newest checkpoint, and those that are not there", async () => {
  const { id, token } = await givenAdmin(product);
  await proofOf(token, `${userStream(id)}@1`);
  const none = { status: 404, body: { code: "not_found" } };
  expect(await ask(token, `${userStream(id)}@999`)).toMatchObject(none);
  expect(await ask(token, "6a1f3c1e-90a5-4c52-9f2b-0d3a7c1b5e44")).toMatchObject(none);
  expect(await ask(token, "nothing")).toMatchObject({ status: 400, body: { code: "invalid_fields" } });
  // The newest checkpoint is itself an event that the next one covers.
  const newestOfNotary = () => product.readLog(async (log) => (await log.read(notaryStream, 0, 1)).version);
  const refused = async () => {
    const { status, body } = await ask(token, `${notaryStream}@${await newestOfNotary()}`);
    return { status, code: body.code };
  };
  await expect.poll(refused).toEqual({ status: 409, code: "not_covered_yet" });
});

it("AC-03 answers admins alone", async () => {
  const { token } = await givenSignedInUser(product.url);
  for (const request of [integrity, `${integrity}/proof?event=admins@1`]) {
    expect((await call(product.url, request)).status).toBe(401);
    expect((await call(product.url, request, { token })).status).toBe(403);
  }
});
