import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { expect, it } from "vitest";
import { z } from "zod";
import type { CommandPrincipal } from "../handling/command-principal.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { limitWrites } from "./limit-writes.ts";

type Declared = Pick<CommandRoute, "method" | "path" | "access" | "countsAs">;

const person = (userId: string, sessionId = `session of ${userId}`): SignedIn => ({
  kind: "session",
  userId,
  sessionId,
  pending: false,
  roles: { isAdmin: false, isDeveloper: false, isPro: false },
  activityIsDue: false,
  sessionEpoch: 0,
  authenticatedAt: new Date(0),
  startedAt: new Date(0),
  proofs: {},
});
const [ann, bob] = [person("ann"), person("bob")];

const profile: Declared = { method: "put", path: "/api/user/profile", access: "user" };
const later: Declared = { method: "post", path: "/api/of/a/later/capability", access: "developer" };
const signOut: Declared = { method: "post", path: "/api/auth/logout", access: "pending", countsAs: "nothing" };
const ending: Declared = {
  method: "delete",
  path: "/api/user/sessions/{id}",
  access: "user",
  countsAs: "ending",
};
const read: Declared = { method: "get", path: "/api/of/a/later/capability", access: "user" };
const open: Declared = { method: "post", path: "/api/auth/login", access: "anyone" };

function opened() {
  let nowMs = Date.UTC(2026, 2, 1);
  const declared = [profile, later, signOut, ending, read, open].map((one) => ({
    ...route({ ...one, summary: "", answers: { 200: z.object({}) }, handle: async () => ({ status: 200, body: {} }) }),
    countsAs: one.countsAs,
  }));
  const limited = limitWrites(
    inProcessRateLimiter(() => new Date(nowMs)),
    declared,
  );
  /** The statuses of this many calls, each with its number. */
  const call = async ({ method, path }: Declared, times: number, principal: CommandPrincipal | null = ann) => {
    const found = limited.find((one) => one.method === method && one.path === path) as CommandRoute;
    const request = { principal } as Parameters<CommandRoute["handle"]>[0];
    const answers = await Promise.all(Array.from({ length: times }, () => found.handle(request)));
    const accepted = answers.filter(({ status }) => status === 200).length;
    return { accepted, refused: answers.at(-1) };
  };
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { call, pass };
}
const refusal = (seconds: number) => ({ status: 429, headers: { "Retry-After": String(seconds) } });

it("A7 allows an account 120 writes a minute over all calls, and every other account as many", async () => {
  const { call, pass } = opened();
  expect(await call(profile, 100)).toMatchObject({ accepted: 100 });
  expect(await call(later, 100)).toMatchObject({ accepted: 20, refused: refusal(60) });
  expect(await call(profile, 1, person("ann", "another session"))).toMatchObject({ refused: refusal(60) });
  expect(await call(profile, 120, bob)).toMatchObject({ accepted: 120 });
  pass(60);
  expect(await call(profile, 1)).toMatchObject({ accepted: 1 });
});

it("A7 allows an account a thousand writes an hour", async () => {
  const { call, pass } = opened();
  for (let minute = 0; minute < 8; minute++) {
    expect(await call(profile, 121)).toMatchObject({ accepted: 120 });
    pass(60);
  }
  expect(await call(profile, 40)).toMatchObject({ accepted: 40 });
  expect(await call(profile, 1)).toMatchObject({ refused: refusal(3600 - 8 * 60) });
  pass(3600 - 8 * 60);
  expect(await call(profile, 1)).toMatchObject({ accepted: 1 });
});

it("A7 refuses no sign-out, and no end of a session, because of the account's writes", async () => {
  const { call } = opened();
  await call(profile, 121);
  await call(ending, 500, person("ann", "session of a thief"));
  expect(await call(ending, 200)).toMatchObject({ accepted: 200 });
  expect(await call(signOut, 2000)).toMatchObject({ accepted: 2000 });
});

it("A7 allows one session 200 calls an hour that end sessions", async () => {
  const { call } = opened();
  expect(await call(ending, 201)).toMatchObject({ accepted: 200, refused: refusal(3600) });
  expect(await call(profile, 120)).toMatchObject({ accepted: 120 });
});

it("A7 allows an account a thousand calls that end sessions, and each session twenty more", async () => {
  const { call } = opened();
  for (let n = 0; n < 6; n++) await call(ending, 200, person("ann", `session ${n} of a thief`));
  expect(await call(ending, 21)).toMatchObject({ accepted: 20, refused: refusal(3600) });
  expect(await call(ending, 200, bob)).toMatchObject({ accepted: 200 });
});

it("A7 B12 limits an account's API keys together with its sessions, and an OAuth client that acts for itself alone", async () => {
  const { call } = opened();
  const known = { pending: false, roles: ann.roles };
  await call(profile, 100);
  const key = { ...known, kind: "apiKey", userId: "ann", keyId: "key", scopes: [] } as const;
  expect(await call(profile, 100, key)).toMatchObject({ accepted: 20 });
  const client = { ...known, kind: "client", clientId: "client" } as const;
  expect(await call(profile, 121, client)).toMatchObject({ accepted: 120 });
});

it("A7 limits neither reads nor calls without a user", async () => {
  const { call } = opened();
  expect(await call(read, 2000)).toMatchObject({ accepted: 2000 });
  expect(await call(open, 2000, null)).toMatchObject({ accepted: 2000 });
});
