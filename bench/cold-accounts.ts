import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import { join } from "node:path";
import { user } from "@attestory/command-api/accounts/user.ts";
import { createCommandHandler } from "@attestory/command-api/handling/command-handler.ts";
import { emailStream } from "@attestory/command-api/identifiers/canonical.ts";
import { createPasswordHasher } from "@attestory/command-api/passwords/password-hasher.ts";
import { findOwner } from "@attestory/command-api/sign-in/find-owner.ts";
import { openLog } from "@attestory/e2e/distributed/event-logs.ts";
import { startEventStore } from "@attestory/e2e/stand-ins/event-store-process.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { newEvent } from "@attestory/event-store/testing/new-event.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";

const accounts = 30;
const changes = [0, 100, 980, 1000];
/** Events that are appended before the account is loaded again, as the next command would. */
const betweenLoads = 20;

type Stores = Pick<ScratchService, "vault" | "masterKey" | "sealing" | "keyring"> & { log: EventLog };

interface History {
  stream: StreamName;
  person: string;
  events: readonly AttestoryEvent[];
}

async function append({ log, sealing }: Stores, { stream, person, events }: History) {
  const { version } = await log.read(stream, Number.MAX_SAFE_INTEGER);
  const added = events.map((event) => newEvent(event, { person }));
  await log.append(stream, version, await sealing.seal(stream, added, { isFirst: version === 0 }));
}

/** An account with so many changes of its name, written while a service loads it now and then. Returns its address. */
async function accountWith(stores: Stores, count: number): Promise<string> {
  const userId = randomUUID();
  const email = `${userId}@example.com`;
  const stream = userStream(userId);
  const account = { userId, email, username: userId, firstName: null, lastName: null, passwordHash: "hash" };
  const commandHandler = createCommandHandler(stores.log, stores.sealing);
  await append(stores, { stream, person: userId, events: [{ type: "UserRegistered", data: account }] });
  const confirmed: AttestoryEvent = { type: "IdentifierConfirmed", data: { userId } };
  await append(stores, { stream: emailStream(stores.keyring, email), person: userId, events: [confirmed] });
  for (let done = 0; done < count; done += betweenLoads) {
    const names = Array.from({ length: betweenLoads }, (_, n) => `Ann ${done + n}`);
    const renamed = names.map(
      (firstName): AttestoryEvent => ({ type: "ProfileChanged", data: { userId, firstName, lastName: null } }),
    );
    await append(stores, { stream, person: userId, events: renamed });
    await commandHandler.load(user, stream);
    await commandHandler.settled();
  }
  return email;
}

/** Milliseconds that a process takes which has nothing cached. */
async function coldMs({ vault, masterKey: key, log }: Stores, email: string): Promise<number> {
  const keyring = await openKeyring(vault, masterKey(key), log);
  const commandHandler = createCommandHandler(log, createSealing(keyring));
  const startedAt = performance.now();
  await findOwner({ commandHandler, keyring }, { email, now: new Date() });
  const ms = performance.now() - startedAt;
  await commandHandler.settled();
  return ms;
}

function shown(name: string, values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(2);
  return `${name.padEnd(60)} ${at(0.5).padStart(8)} ms   (${at(0.1)} to ${at(0.9)})`;
}

async function measure(name: string, stores: Stores): Promise<string[]> {
  const unknown: number[] = [];
  const known = new Map<number, number[]>(changes.map((count) => [count, []]));
  const emails: [number, string][] = [];
  for (let n = 0; n < accounts; n++) {
    for (const count of changes) emails.push([count, await accountWith(stores, count)]);
  }
  for (const [count, email] of emails) {
    unknown.push(await coldMs(stores, `${randomUUID()}@example.com`));
    known.get(count)?.push(await coldMs(stores, email));
  }
  return [
    shown(`${name}: an address without an account`, unknown),
    ...[...known].map(([count, ms]) => shown(`  an account with ${count} changes`, ms)),
  ];
}

async function hashing(): Promise<string> {
  const hasher = await createPasswordHasher(() => {});
  const ms: number[] = [];
  for (let n = 0; n < accounts; n++) {
    const startedAt = performance.now();
    await hasher.matches("a password", null, { account: "account", network: "network" });
    ms.push(performance.now() - startedAt);
  }
  return shown("the password hash that follows", ms);
}

/** How long finding the account of an address takes at sign-in, right after a start: with an account and without one. */
export async function measureColdAccounts(): Promise<string[]> {
  const scratch = await openScratchService();
  const store = await startEventStore(join(scratch.dataDir, "store.sqlite"));
  const remote = await openLog(store.url);
  const lines = [
    ...(await measure("SQLite", scratch)),
    ...(await measure("the stand-in of EventStoreDB", { ...scratch, log: remote })),
    await hashing(),
  ];
  await remote.close();
  await store.stop();
  await scratch.close();
  return [...lines, "median (10 % to 90 %)", `load average ${loadavg()[0]?.toFixed(1)}`];
}
