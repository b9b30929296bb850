import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { UserEvent } from "@attestory/events/account-events.ts";
import { expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import { given } from "../testing/given-when-then.ts";
import { loginTicket, ownerOfTicket } from "./login-ticket.ts";

const service = scratchServiceOfFile();

const now = new Date("2026-03-02T10:00:00.000Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const userId = randomUUID();
const account = { userId, email: "juniper@example.com", username: "juniper", firstName: null, lastName: null };
const history: UserEvent[] = [
  { type: "UserRegistered", data: { ...account, passwordHash: "hash-1" } },
  { type: "EmailVerified", data: { userId, sameBrowser: true } },
];
const ownerAfter = (...events: UserEvent[]) => given(user)(...history, ...events).state as RegisteredUser;

/** The user whom a ticket from before the events proves. */
async function provenAfter(at: Date, ...events: UserEvent[]): Promise<string | null> {
  const ticket = loginTicket(service.keyring, ownerAfter(), now);
  const load = async () => ({ state: ownerAfter(...events), version: history.length + events.length });
  const dependencies = { commandHandler: { load } as never, keyring: service.keyring };
  return (await ownerOfTicket(dependencies, { ticket, now: at }))?.userId ?? null;
}

it("AU-03 proves the password of one user for five minutes", async () => {
  expect(await provenAfter(later(299))).toBe(userId);
  expect(await provenAfter(later(300))).toBeNull();
});

it("PW-08 proves nothing once the sessions have ended, the password is another one or the account is deactivated", async () => {
  const ended: UserEvent = { type: "OtherSessionsEnded", data: { userId, keptSession: randomUUID() } };
  // Stored again with another cost: the sessions do not end with it.
  const rehashed: UserEvent = { type: "PasswordRehashed", data: { userId, passwordHash: "hash-2" } };
  const off: UserEvent = { type: "UserDeactivated", data: { userId } };
  for (const event of [ended, rehashed, off]) expect(await provenAfter(now, event)).toBeNull();
});
