import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { EventStoreClient } from "./client.ts";
import { type Credentials, credentialsIn } from "./credentials.ts";
import { failureOf } from "./failures.ts";
import { rightsOnAll, rightsOnStreams } from "./service-rights.ts";
import { NotSetUp, StoreUsers } from "./service-user.ts";
import { askMember, membersOf, type StoreMembers } from "./store-http.ts";

interface Given {
  /** The service's connection string, as in `EVENT_LOG`. Its user is created. */
  service: string;
  /** The same store's, with a user of the group `$admins`. */
  admin: string;
  /** How long it waits for a leader. */
  patienceMs: number;
}

const betweenLooksMs = 500;
const keepAliveMs = 10_000;
const pingMs = 5000;
/** How long a store may need until a new user and its rights work. */
const firstMs = 1000;

/**
 * Makes the service's user with the three rights that it needs. May be repeated: what stands as it should is not written again.
 * Returns what it did, a line each.
 * @throws NotSetUp
 */
export async function setUpStore({ service, admin, patienceMs }: Given): Promise<string[]> {
  const [own, ruling] = [namedIn(service, "EVENT_LOG"), namedIn(admin, "EVENT_LOG_ADMIN")];
  if (own.username === ruling.username) throw new NotSetUp("EVENT_LOG must name another user than EVENT_LOG_ADMIN");
  const store = membersOf(admin);
  const users = new StoreUsers(store, await leaderOf(store, patienceMs), ruling);
  const done: string[] = [];
  if (await users.ensure(own)) done.push(`created the user ${own.username}`);
  await withClient(admin, async (client) => {
    if (await ensureNewest(client, "$$$all", { type: "$metadata", data: rightsOnAll })) done.push("set rights on $all");
    if (await ensureNewest(client, "$settings", { type: "$settings", data: rightsOnStreams }))
      done.push("set rights on streams");
  });
  if (await isServed(service, firstMs)) return done;
  // The password in the settings is another than the store's.
  await users.resetPassword(own);
  if (!(await isServed(service, pingMs))) throw new NotSetUp(`the event store refuses the user ${own.username}`);
  return [...done, `changed the password of the user ${own.username}`];
}

function namedIn(url: string, variable: string): Credentials {
  const named = credentialsIn(url);
  if (named) return named;
  throw new NotSetUp(`${variable} names no user and password: esdb://name:password@…`);
}

/** Waits until a member says that it leads: before that, none of them writes. @throws NotSetUp */
async function leaderOf(store: StoreMembers, patienceMs: number): Promise<string> {
  const until = performance.now() + patienceMs;
  for (;;) {
    for (const member of store.members) {
      const { body } = await askMember(store, member, { method: "GET", path: "/info" }).catch(() => ({ body: null }));
      if ((body as { state?: unknown } | null)?.state === "leader") return member;
    }
    if (performance.now() > until)
      throw new NotSetUp(`no member of the event store leads: ${store.members.join(", ")}`);
    await wait(betweenLooksMs);
  }
}

async function withClient<Result>(url: string, use: (client: EventStoreClient) => Promise<Result>): Promise<Result> {
  const client = new EventStoreClient(url, keepAliveMs);
  try {
    return await use(client);
  } finally {
    client.end();
  }
}

/** Appends to a stream that says how things are now. Returns false if its newest event says so. @throws NotSetUp if that says otherwise */
async function ensureNewest(client: EventStoreClient, stream: string, wanted: Wanted): Promise<boolean> {
  const length = await client.lengthOf(stream).catch((error: unknown) => {
    if (failureOf(error) === "no-stream") return 0;
    throw error;
  });
  const [newest] = length === 0 ? [] : await client.readStream(stream, length - 1, 1);
  if (newest && isDeepStrictEqual(newest.data, wanted.data)) return false;
  if (newest) {
    const [found, needed] = [JSON.stringify(newest.data), JSON.stringify(wanted.data)];
    throw new NotSetUp(`${stream} has rights that others set, ${found}: add those of the service, ${needed}`);
  }
  await client.append(stream, length, [{ id: randomUUID(), ...wanted }]);
  return true;
}

interface Wanted {
  type: string;
  data: Record<string, unknown>;
}

/** Whether the service's user may read all streams. A new user and a new right may take a moment. */
const isServed = (url: string, withinMs: number): Promise<boolean> =>
  withClient(url, async (client) => {
    const until = performance.now() + withinMs;
    while (!(await isAccepted(client))) {
      if (performance.now() > until) return false;
      await wait(betweenLooksMs);
    }
    return true;
  });

const isAccepted = (client: EventStoreClient): Promise<boolean> =>
  client.ping(pingMs).then(
    () => true,
    (error: unknown) => {
      if (failureOf(error) === "refused") return false;
      throw error;
    },
  );
