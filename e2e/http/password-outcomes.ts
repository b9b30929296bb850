import type { StoredEvent } from "@attestory/events/envelope.ts";
import { expect } from "vitest";
import type { Answered } from "./client.ts";

/** What a request led to: its response and the events appended. */
interface Outcome {
  response: Answered;
  events: readonly StoredEvent[];
}

export function expectSignedIn({ response, events }: Outcome): void {
  expect(response.status).toBe(200);
  expect(events.map(({ type }) => type)).toContain("SessionStarted");
}

export function expectSignInRefused({ response, events }: Outcome, password: string): void {
  expect(response.status, password).toBe(401);
  expect(events).toEqual([]);
}

export function expectChanged({ response, events }: Outcome): void {
  expect(response.status).toBe(200);
  expect(events.map(({ type }) => type)).toContain("PasswordChanged");
}
