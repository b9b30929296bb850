import { randomUUID } from "node:crypto";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { userStream } from "@attestory/events/envelope.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { beforeEach, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { registerAnn } from "../testing/people.ts";
import type { AuthorityGuard } from "./authority-guard.ts";
import { type CommandBasics, createCallSteps } from "./call-steps.ts";
import { type CommandHandler, createCommandHandler } from "./command-handler.ts";
import type { CommandPrincipal } from "./command-principal.ts";

const scratch = scratchServiceOfTest();
/** The ids of everything that was revoked. */
let revoked: Set<string>;
/** What the guards were asked, and the appends, in order. */
let steps: string[];
let commandHandler: CommandHandler;
let userId: string;
beforeEach(async () => {
  [revoked, steps] = [new Set(), []];
  const guard = (kind: string): AuthorityGuard => ({
    // None of the commands below writes to it.
    stream: userStream,
    async hasEnded(_, { id }) {
      steps.push(`${kind} ${id}`);
      return revoked.has(id);
    },
  });
  const guards = { session: guard("session"), grant: guard("grant"), client: guard("client"), apiKey: guard("apiKey") };
  const log = logWith(scratch.log, {
    append(...input) {
      steps.push("append");
      return scratch.log.append(...input);
    },
  });
  userId = await registerAnn(createCommandHandler(scratch.log, scratch.sealing));
  commandHandler = createCommandHandler(log, scratch.sealing, { guards });
});

const roles = { isAdmin: false, isDeveloper: false, isPro: false };
const ids = { session: randomUUID(), grant: randomUUID(), client: randomUUID(), apiKey: randomUUID() };
const kinds = ["session", "grant", "client", "apiKey"] as const;
type Kind = (typeof kinds)[number];

function principalOf(kind: Kind): CommandPrincipal {
  const known = { pending: false, roles };
  switch (kind) {
    case "session":
      return {
        kind,
        ...known,
        userId,
        sessionId: ids.session,
        activityIsDue: false,
        sessionEpoch: 0,
        authenticatedAt: new Date(),
        startedAt: new Date(),
        proofs: {},
      };
    case "grant":
      return { kind, ...known, userId, grantId: ids.grant, clientId: ids.client };
    case "client":
      return { kind, ...known, clientId: ids.client };
    case "apiKey":
      return { kind, ...known, userId, keyId: ids.apiKey, scopes: [] };
  }
}

const call = { method: "put", path: "/api/user/profile" } as const;

/** Changes Ann's first name, as the request of a principal with this idempotency key. */
function renamed(principal: CommandPrincipal, firstName: string, idempotencyKey: string | null = null) {
  const { keyring } = scratch;
  const steps = createCallSteps({ keyring, now: () => new Date() } as Partial<CommandBasics> as CommandBasics);
  const context = {
    idempotencyKey,
    bodyHash: firstName,
    requestId: randomUUID(),
    clientAddress: "192.0.2.1",
    userAgent: null,
  } as Partial<RequestContext> as RequestContext;
  return commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "change-profile", firstName, lastName: null },
    person: userId,
    commandContext: steps.commandContext(call, context, principal),
  });
}
const written = async () => (await scratch.log.read(userStream(userId), 1)).events;

it.each([
  ["session", { actor: "user", delegate: null, sessionId: ids.session }],
  ["grant", { actor: "user", delegate: { kind: "client", id: ids.client }, sessionId: null }],
  ["client", { actor: "client", delegate: null, sessionId: null }],
  ["apiKey", { actor: "user", delegate: { kind: "apiKey", id: ids.apiKey }, sessionId: null }],
] as const)(
  "B12 B8 carries out a command of a principal of the kind %s, and says who sent it",
  async (kind, expected) => {
    expect(await renamed(principalOf(kind), "Ada")).toHaveProperty("position");

    const { actor, delegate, sessionId } = expected;
    const id = actor === "client" ? ids.client : userId;
    expect(await written()).toMatchObject([
      { type: "ProfileChanged", actor: { kind: actor, id }, delegate, sessionId },
    ]);
  },
);

it.each(kinds)(
  "B12 RC-14 asks the guard of the kind %s right before the append, and writes nothing once it has ended",
  async (kind) => {
    expect(await renamed(principalOf(kind), "Before")).toHaveProperty("position");
    expect(steps).toEqual([`${kind} ${ids[kind]}`, "append"]);
    revoked.add(ids[kind]);

    expect(await renamed(principalOf(kind), "After")).toEqual({
      refused: kind === "session" ? "session-ended" : "revoked",
    });

    expect(await written()).toHaveLength(1);
  },
);

it("B12 writes nothing for a kind of principal that no guard checks", async () => {
  commandHandler = createCommandHandler(scratch.log, scratch.sealing);

  for (const kind of kinds) await expect(renamed(principalOf(kind), "Ada")).rejects.toThrow("no guard checks");

  expect(await written()).toEqual([]);
});

it("B12 keeps apart equal idempotency keys of different principals, and repeats each one's own answer", async () => {
  const key = randomUUID();
  const own = { ...principalOf("apiKey"), keyId: randomUUID() } as CommandPrincipal;
  const all = [...kinds.map(principalOf), own];
  const first = [];
  for (const [nth, principal] of all.entries()) first.push(await renamed(principal, `Ann ${nth}`, key));

  const again = [];
  for (const [nth, principal] of all.entries()) again.push(await renamed(principal, `Ann ${nth}`, key));

  expect(again).toEqual(first);
  expect(await written()).toHaveLength(all.length);
  for (const principal of all) expect(await renamed(principal, "Another", key)).toEqual({ refused: "key-reused" });
});
