import { createHmac, randomUUID } from "node:crypto";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { problem } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { beforeEach, expect, it } from "vitest";
import { z } from "zod";
import type { CommandContext } from "./command-context.ts";
import type { CommandPrincipal } from "./command-principal.ts";
import type { CommandRoute } from "./command-route.ts";
import { createCommands } from "./commands.ts";
import type { Refused } from "./decider.ts";

const gone = problem(404, "not_found", "There is no such thing");
const [userId, keyId] = [randomUUID(), randomUUID()];
const principal: CommandPrincipal = {
  kind: "apiKey",
  pending: false,
  roles: { isAdmin: false, isDeveloper: false },
  userId,
  keyId,
  scopes: [],
};

/** The positions at which answers waited. */
let waits: bigint[];
let answered: string[];
beforeEach(() => {
  [waits, answered] = [[], []];
});

const keyring: Pick<Keyring, "hmac"> = {
  hmac: (_, ...parts) => createHmac("sha256", "key").update(parts.join()).digest("base64url"),
};
const commands = createCommands({
  keyring: keyring as Keyring,
  generation: 1,
  now: () => new Date(),
  settled: async () => {},
  projected: async (position: bigint) => {
    waits.push(position);
    return true;
  },
});

const route = commands.routes((refusal: Refused<"gone" | "session-exhausted">) => {
  answered.push(refusal.refused);
  return gone;
});

const declared = {
  method: "put",
  path: "/api/things/{id}/name",
  summary: "",
  access: "user",
  params: z.object({ id: z.string() }),
  answers: { 200: z.object({ name: z.string() }) },
} as const;

const asked = ({ handle }: CommandRoute, id = "7", who: CommandPrincipal | null = principal) =>
  handle({
    params: { id },
    principal: who,
    context: { idempotencyKey: randomKey, bodyHash: "body", requestId: "request" } as Partial<RequestContext>,
  } as Parameters<CommandRoute["handle"]>[0]);
const randomKey = randomUUID();

it("gives a handler the command context of its own method, of the path that was asked for, and of who asks", async () => {
  const contexts: CommandContext[] = [];
  const seen = (calls: Partial<Pick<CommandRoute, "method" | "path">>) =>
    route({
      ...declared,
      ...calls,
      revokes: false,
      async handle({ commandContext }) {
        contexts.push(commandContext);
        return gone;
      },
    });
  const first = seen({});

  await asked(first);
  expect(contexts[0]).toMatchObject({
    actor: { kind: "user", id: userId },
    delegate: { kind: "apiKey", id: keyId },
    correlationId: "request",
  });
  await asked(first);
  await asked(first, "8");
  await asked(first, "7", null);
  await asked(seen({ method: "post" }));
  await asked(seen({ path: "/api/things/{id}" }));

  const [one, same, ...others] = contexts.map(({ commandId }) => commandId);
  expect(same).toBe(one);
  expect(new Set([one, ...others])).toHaveProperty("size", 5);
});

it("fails a call whose path names a parameter that its schema leaves out", async () => {
  const nameless = route({ ...declared, path: "/api/things/{thing}", revokes: false, handle: async () => gone });
  await expect(asked(nameless)).rejects.toThrow("the schema of /api/things/{thing} has no thing");
});

it("answers a refusal as the capability does, and waits if it has ended something", async () => {
  const refusing = (refusal: Refused<"gone"> | (Refused<"session-exhausted"> & { position: bigint })) =>
    route({
      ...declared,
      revokes: "sometimes",
      refuses: ["gone", "session-exhausted"],
      handle: async () => refusal,
    });

  const plain = refusing({ refused: "gone" });
  const ending = refusing({ refused: "session-exhausted", position: 3n });
  // For the API's document.
  expect(plain.refuses).toEqual([gone, gone]);
  answered.length = 0;
  expect(await asked(plain)).toBe(gone);
  expect(waits).toEqual([]);
  expect(await asked(ending)).toBe(gone);
  expect(waits).toEqual([3n]);
  expect(answered).toEqual(["gone", "session-exhausted"]);
});

it("marks the position of an answer, before its other cookies and beside its other headers", async () => {
  const told = { status: 200, body: { name: "Ada" }, headers: { Pragma: "no-cache" }, cookies: ["other=1"] } as const;
  const marked = route({ ...declared, revokes: false, handle: async () => ({ ...told, position: 5n }) });
  const unmarked = route({ ...declared, revokes: false, handle: async () => ({ ...told, position: null }) });

  expect(await asked(marked)).toEqual({
    ...told,
    headers: { "X-Log-Position": expect.any(String), Pragma: "no-cache" },
    cookies: [expect.stringMatching(/^__Host-position=/), "other=1"],
  });
  expect(await asked(unmarked)).toEqual(told);
  expect(waits).toEqual([]);
});

it("waits for the revocation of a call that always revokes, and of one that says that it did", async () => {
  const told = { status: 200, body: { name: "Ada" } } as const;
  await asked(route({ ...declared, revokes: true, handle: async () => ({ ...told, position: 6n }) }));
  for (const [position, hasRevoked] of [
    [7n, false],
    [8n, true],
  ] as const) {
    await asked(route({ ...declared, revokes: "sometimes", handle: async () => ({ ...told, position, hasRevoked }) }));
  }

  expect(waits).toEqual([6n, 8n]);
});

it("does not compile with an answer that is not declared, an unknown refusal or a position that is missing", () => {
  const named = { status: 200, body: { name: "Ada" } } as const;
  // @ts-expect-error Another body.
  route({ ...declared, revokes: false, handle: async () => ({ status: 200, body: { name: 7 } }) });
  // @ts-expect-error Another status.
  route({ ...declared, revokes: false, handle: async () => ({ ...named, status: 201 }) });
  // @ts-expect-error A reason without an answer.
  route({ ...declared, revokes: false, handle: async () => ({ refused: "lost" }) });
  // @ts-expect-error Nothing to wait for.
  route({ ...declared, revokes: true, handle: async () => named });
  // @ts-expect-error Whether it has revoked.
  route({ ...declared, revokes: "sometimes", handle: async () => ({ ...named, position: 1n }) });
  // @ts-expect-error A refusal of a call that revokes nothing has ended something.
  route({ ...declared, revokes: false, handle: async () => ({ refused: "session-exhausted", position: 1n }) });
  // @ts-expect-error Nobody has said whether it revokes.
  route({ ...declared, handle: async () => named });
  expect(route({ ...declared, revokes: false, handle: async () => named })).toMatchObject({ revokes: false });
});
