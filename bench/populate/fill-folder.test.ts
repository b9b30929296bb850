import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { call, signIn } from "@attestory/e2e/http/client.ts";
import { askUntilUpToDate } from "@attestory/e2e/http/own-writes.ts";
import { startInProcess } from "@attestory/e2e/start-in-process.ts";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { fillFolder } from "./fill-folder.ts";
import { everyonesPassword, inventedPerson } from "./invented-person.ts";

const key = randomBytes(32);
const users = 120;
const atOnce = 50;
const seed = "a small town";
const onFault = (error: Error) => {
  throw error;
};

it("U17 fills a data folder that the product starts on, whose users can sign in with their password and read their account", async () => {
  const folder = temporaryFolder();
  const { events } = await fillFolder({ folder, users, seed, key, atOnce });
  const stack = await startInProcess({ DATA_DIR: folder, MASTER_KEY: key.toString("base64") });
  try {
    await expect.poll(() => call(stack.url, "GET /health/ready")).toMatchObject({ status: 200 });
    for (const number of [0, atOnce - 1, atOnce, users - 1]) {
      const { userId, email, username } = inventedPerson(seed, number);
      const token = await signIn(stack.url, { email, username, password: everyonesPassword });
      const ask = (request: string) => askUntilUpToDate(() => call(stack.url, request, { token }));
      const { status, body } = await ask("GET /api/auth/me");
      const protection = await ask("GET /api/user/protection");
      expect(protection.body).toMatchObject({ hasPassword: true });
      expect([status, body.user]).toMatchObject([200, { id: userId, email, username, emailVerified: true }]);
    }
    // A registration that nobody verified, and that is older than seven days.
    const lapsed = { email: inventedPerson(seed, 7).email, password: everyonesPassword };
    expect(await call(stack.url, "POST /api/auth/login", { body: lapsed })).toMatchObject({ status: 401 });
    const { email } = inventedPerson(seed, 0);
    const again = { email, username: "another.name", password: "a battery of horses" };
    expect(await call(stack.url, "POST /api/auth/register", { body: again })).toMatchObject({ status: 409 });
    // The workers have nothing left to do: otherwise their events would be at the end of the log.
    const added = eventsOf(folder).slice(events);
    expect(added.filter(({ type }) => /Progressed|LetterSent|IdentifierConfirmed/.test(type))).toEqual([]);
  } finally {
    await stack.remove();
  }
});

interface Row {
  stream: StreamName;
  version: number;
  type: string;
  data: string;
  id: string;
}
function eventsOf(folder: string): Row[] {
  const database = new DatabaseSync(join(folder, "events-1.sqlite"), { readOnly: true });
  const columns = "stream, version, type, data, id";
  const rows = database.prepare(`SELECT ${columns} FROM events ORDER BY position`).all();
  database.close();
  return rows as unknown as Row[];
}

it("writes a valid log: gapless streams in time order, one owner per identifier, fields that decrypt", async () => {
  const folder = temporaryFolder();
  const { events } = await fillFolder({ folder, users: 40, seed, key });
  const log = await openEventLog({ dataDir: folder, generation: 1, writes: true, onFault });
  const vault = await openVault({ dataDir: folder, generation: 1, writes: true, onFault });
  const sealing = createSealing(await openKeyring(vault, masterKey(key), log));
  const all = await sealing.decrypt(await log.readAll(0n, 10_000));
  await Promise.all([log.close(), vault.close()]);
  expect(all).toHaveLength(events);
  expect(all.map(({ recordedAt }) => recordedAt)).toEqual(all.map((one) => one.recordedAt).toSorted((a, b) => +a - +b));
  for (const [stream, own] of Map.groupBy(all, (one) => one.stream)) {
    expect(
      own.map(({ version }) => version),
      stream,
    ).toEqual(own.map((_, at) => at + 1));
  }
  const confirmed = all.flatMap((one) => (one.type === "IdentifierConfirmed" ? [one.data.userId] : []));
  const registered = all.flatMap((one) => (one.type === "UserRegistered" ? [one.data] : []));
  expect(registered).toHaveLength(40);
  expect(confirmed.toSorted()).toEqual(registered.flatMap(({ userId }) => [userId, userId]).toSorted());
  expect(
    registered.every(({ email, passwordHash }) => email?.includes("@") && passwordHash?.startsWith("$argon2id$")),
  ).toBe(true);
});

it("invents the same people and events for the same seed, and different ones for another seed", async () => {
  const filled = async (seed: string) => {
    const folder = temporaryFolder();
    await fillFolder({ folder, users: 20, seed, key });
    return eventsOf(folder)
      .filter(({ type }) => !type.endsWith("Progressed"))
      .map(({ id, type }) => `${type} ${id}`);
  };
  const [first, again, other] = [await filled("a"), await filled("a"), await filled("b")];
  expect(first).toEqual(again);
  expect(first.some((one) => other.includes(one))).toBe(false);
});
