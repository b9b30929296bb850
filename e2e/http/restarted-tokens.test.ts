/** @module-tag embedded/one-process */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { givenVisitor, newApplication, Visitor } from "./authorizations.ts";
import { answer, deviceApplication, givenDevice, poll } from "./device-scene.ts";
import { exchange, givenCode, givenParties, newVerifier, refresh } from "./grants.ts";
import { answerTo, consentToPushed, openPushed, pushed } from "./pushed-calls.ts";
import { errorOf, invalidGrant } from "./token-calls.ts";

const folder = mkdtempSync(join(tmpdir(), "attestory-restart-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("TK-07 DF-16 recognizes a code that was used before a restart, ends what it gave, and knows the devices that waited", async () => {
  const first = await startInProcess({ DATA_DIR: folder });
  const before = await givenParties(first.url);
  const verifier = newVerifier();
  const code = await givenCode(before, { verifier, scope: "openid offline_access" });
  const sent = { code, code_verifier: verifier };
  const { body: tokens } = await exchange(before, sent);
  const application = await deviceApplication(first.url);
  const devices = { ...before, application };
  const [waiting, allowed] = [await givenDevice(devices), await givenDevice(devices)];
  await answer(before, allowed);
  await first.remove();

  const again = await startInProcess({ DATA_DIR: folder });
  const after = { ...before, url: again.url };
  const refreshed = await refresh(after, tokens);
  expect(refreshed.status).toBe(200);
  expect(errorOf(await exchange(after, sent))).toEqual(invalidGrant);
  expect(errorOf(await refresh(after, refreshed.body))).toEqual(invalidGrant);

  const devicesAfter = { ...devices, url: again.url };
  expect((await poll(devicesAfter, allowed)).status).toBe(200);
  expect(errorOf(await poll(devicesAfter, waiting))).toEqual([400, "authorization_pending"]);
  expect((await answer(after, waiting)).status).toBe(200);
  expect((await poll(devicesAfter, waiting)).status).toBe(200);
  await again.remove();
});

it("PR-02 recognizes a request_uri that was used before a restart, and takes one that was not", async () => {
  const first = await startInProcess({ DATA_DIR: folder });
  const application = await newApplication(first.url);
  const [used, unused] = [await pushed(first.url, application), await pushed(first.url, application)];
  const visitor = await givenVisitor(first.url);
  await openPushed(visitor, used, application);
  expect((await consentToPushed(visitor, used, application)).status).toBe(200);
  await first.remove();

  const again = await startInProcess({ DATA_DIR: folder });
  const later = new Visitor(again.url);
  if (visitor.person) await later.signIn(visitor.person);
  const repeated = answerTo(await openPushed(later, used, application));
  expect(repeated).toEqual([303, expect.objectContaining({ error: "invalid_request_uri" })]);
  const answer = answerTo(await openPushed(later, unused, application));
  expect(answer).toEqual([303, expect.objectContaining({ code: expect.stringMatching(/^atc_/) })]);
  await again.remove();
});
