/** @module-tag embedded/one-process */
import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { identifierStream, metadataText, type SealedEvent, userStream } from "@attestory/events/envelope.ts";
import { expect, it, onTestFinished } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { freePort, startStack } from "../start-stack.ts";
import { call, givenSignedInUser } from "./client.ts";

const cli = fileURLToPath(new URL("../../standalone/src/cli.js", import.meta.url));
const shortWaits = new URL("../faults/short-waits.ts", import.meta.url).href;
const dataDir = temporaryFolder();
const twoDaysAgo = new Date(Date.now() - 48 * 3_600_000);

/** A request for an email, two days ago, whose seal does not open. */
const damagedRequest = (userId: string): SealedEvent => ({
  id: randomUUID(),
  type: "VerificationRequested",
  schemaVersion: 1,
  recordedAt: twoDaysAgo.getTime(),
  person: userId,
  data: JSON.stringify({ userId }),
  metadata: metadataText({
    actor: { kind: "user", id: userId },
    delegate: null,
    sessionId: null,
    correlationId: randomUUID(),
    causationId: null,
    fingerprint: null,
  }),
  sealed: randomBytes(60),
});

/** Leaves an email that cannot be rendered, and a reservation that cannot be settled because its user cannot be read. */
async function givenUnsettledFolder() {
  const product = await startInProcess({ DATA_DIR: dataDir });
  const { id } = await givenSignedInUser(product.url);
  const identifier = identifierStream("username", randomBytes(32).toString("base64url"));
  const leaseUntil = twoDaysAgo.toISOString();
  await product.happened(identifier, { type: "IdentifierClaimed", data: { userId: id, leaseUntil } });
  await product.readLog(async (log) => {
    const { version } = await log.read(userStream(id));
    await log.append(userStream(id), version, [damagedRequest(id)]);
  });
  await product.remove();
  return { userId: id, identifier };
}

it("B4 reports what it gave up in readiness, metrics and a list, and serves everyone else", async () => {
  const { userId, identifier } = await givenUnsettledFolder();
  const metricsPort = await freePort();
  const env = { METRICS_PORT: String(metricsPort), NODE_OPTIONS: `--import=${shortWaits}` };
  const product = await startStack(env, dataDir);
  onTestFinished(product.remove);

  await expect
    .poll(() => call(product.url, "GET /health/ready"), { timeout: 90_000, interval: 250 })
    .toMatchObject({
      status: 200,
      body: {
        status: "degraded",
        reasons: { emails: "1 could not be rendered", reservations: "1 could not be settled" },
      },
    });

  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toContain('emails_abandoned{of="rendering"} 1\n');
  expect(metrics).toContain('reservations_abandoned{of="username"} 1\n');
  const { PATH } = process.env;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli, "reservations"], {
    env: { PATH, DATA_DIR: dataDir },
  });
  expect([stdout, stderr]).toEqual([
    `username      since ${twoDaysAgo.toISOString()}  user ${userId}  stream ${identifier}\n` +
      "listed 1 reservation that could not be settled\n",
    "",
  ]);
  expect(product.output()).toContain("email abandoned after 24 hours");
  expect(product.output()).toContain("expired identifier reservation abandoned after 24 hours");
  await givenSignedInUser(product.url);
}, 120_000);
