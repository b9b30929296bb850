import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import { expect, it } from "vitest";
import { z } from "zod";
import type { CommandPrincipal } from "../handling/command-principal.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { requireStepUp } from "./require-step-up.ts";

const now = new Date("2026-03-02T10:00:00.000Z");
const roles = { isAdmin: false, isDeveloper: false, isPro: false };

const authenticated = (secondsAgo: number): SignedIn => ({
  kind: "session",
  userId: "ann",
  sessionId: "session",
  pending: false,
  roles,
  activityIsDue: false,
  sessionEpoch: 0,
  authenticatedAt: new Date(now.getTime() - secondsAgo * 1000),
  startedAt: new Date(0),
  proofs: {},
});

const declared = { method: "post", summary: "", access: "user", answers: { 200: z.object({}) } } as const;
const answered = async () => ({ status: 200, body: {} }) as const;
const [flagged, plain] = requireStepUp(
  [
    route({ ...declared, path: "/api/flagged", stepUp: true, handle: answered }),
    route({ ...declared, path: "/api/plain", handle: answered }),
  ],
  { now: () => now, seconds: 300 },
) as [CommandRoute, CommandRoute];

const asked = ({ handle }: CommandRoute, principal: CommandPrincipal | null) =>
  handle({ principal } as Parameters<CommandRoute["handle"]>[0]);
const refusal = {
  status: 403,
  problem: { code: "reauthentication_required", message: "Please confirm that it is you" },
};

it("T4 accepts a session for the given seconds after its authentication, and refuses it then", async () => {
  for (const secondsAgo of [0, 299, 300])
    expect(await asked(flagged, authenticated(secondsAgo))).toHaveProperty("body");
  for (const secondsAgo of [300.001, 301, 90 * 86_400]) {
    expect(await asked(flagged, authenticated(secondsAgo))).toEqual(refusal);
  }
  expect(await asked(plain, authenticated(90 * 86_400))).toHaveProperty("body");
});

it("T4 does not trust an authentication that lies beyond clock skew in the future", async () => {
  const skew = maxClockSkewMs / 1000;
  expect(await asked(flagged, authenticated(-skew))).toHaveProperty("body");
  expect(await asked(flagged, authenticated(-skew - 1))).toEqual(refusal);
});

it("T4 refuses API keys and clients, which cannot step up", async () => {
  const key = { kind: "apiKey", pending: false, roles, userId: "ann", keyId: "key", scopes: [] } as const;
  expect(await asked(flagged, key)).toEqual(refusal);
  expect(await asked(plain, key)).toHaveProperty("body");
});
