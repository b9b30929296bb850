import { randomUUID } from "node:crypto";
import type { SessionEvent } from "../sign-in-events.ts";

export type SessionStart = Extract<SessionEvent, { type: "SessionStarted" }>["data"];

/** How a session begins after a password in a browser that is known. Only the values that matter need be given. */
export const sampleSession = (facts: Partial<SessionStart> = {}): SessionStart => ({
  sessionId: randomUUID(),
  userId: randomUUID(),
  tokenHash: "hash",
  pending: false,
  method: "password",
  secondFactor: null,
  provenAt: null,
  newDevice: false,
  rememberMe: false,
  sessionEpoch: 0,
  generation: 1,
  idleSeconds: 3600,
  absoluteSeconds: 43_200,
  ...facts,
});
