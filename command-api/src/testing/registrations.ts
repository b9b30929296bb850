import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { expect, vi } from "vitest";
import type { CommandContext, CommandOrigin } from "../handling/command-context.ts";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { canonicalEmail, emailStream, usernameStream } from "../identifiers/canonical.ts";
import { startReservationExpiry } from "../identifiers/expire-reservations.ts";
import { leaseSeconds } from "../identifiers/reservation.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import {
  type PasswordRegistrationDependencies,
  type Registration,
  registerWithPassword,
} from "../registration/register-with-password.ts";
import { contextFrom } from "./command-origin.ts";
import { expectOneOwnerEach, openClaims } from "./one-owner-each.ts";

export const now = new Date("2026-03-02T10:00:00.000Z");
/** When every lease that began at `now` has expired. */
export const later = new Date(now.getTime() + leaseSeconds * 1000);

export type Mode = PasswordRegistrationDependencies["enumerationProtection"];
export type Registered = Awaited<ReturnType<typeof registerWithPassword>>;

/** A fake: hashing is not under test. */
export const fakeHasher: PasswordHasher = {
  hash: async (password) => `hash of ${password.length} characters`,
  matches: async () => true,
  isOutdated: () => false,
};

export const reasons = (outcomes: readonly Registered[]) =>
  outcomes.flatMap((outcome) => ("refused" in outcome ? [outcome.refused] : []));
export const winners = (outcomes: readonly Registered[]) =>
  outcomes.flatMap((outcome) => ("userId" in outcome ? [outcome.userId] : []));

let people = 0;
/** A registration with an unused username and address. */
export function newPerson(said: Partial<Registration> = {}): Registration {
  const name = `p${++people}`;
  const nobody = { password: "correct horse", firstName: null, lastName: null };
  return { email: `${name}@example.com`, username: name, ...nobody, ...said };
}

interface Registering {
  mode?: Mode;
  key?: string;
  at?: Date;
}

/** Registers a person at `now`, in lenient mode and without an idempotency key unless `said` differs. */
export const registerPerson = (
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  person: Registration,
  { mode = "lenient", key, at = now }: Registering = {},
): Promise<Registered> =>
  registerWithPassword(
    { commandHandler, keyring, hasher: fakeHasher, enumerationProtection: mode },
    person,
    registrationContext(keyring, { idempotencyKey: key ?? null, now: at }),
  );

/** A process of the command side, with its own cache of stream states. */
export interface Process {
  log: EventLog;
  commandHandler: CommandHandler;
  registers(person: Registration, said?: Registering): Promise<Registered>;
}

export type Registrations = Awaited<ReturnType<typeof openRegistrations>>;

/** Opens a log, and starts processes that register people on it. */
export async function openRegistrations(openLog: () => Promise<EventLog>) {
  const { keyring, sealing, close } = await openScratchService();
  const log = await openLog();

  const started = (seen: EventLog = log): Process => {
    const commandHandler = createCommandHandler(seen, sealing);
    return {
      log: seen,
      commandHandler,
      registers: (person, said) => registerPerson({ commandHandler, keyring }, person, said),
    };
  };
  /** Checked up to here. Names are never reused, so checked events need no second check. */
  let since = await log.head();
  const stored = () => log.readAll(since, 1_000_000);

  return {
    log,
    keyring,
    emailKey: (email: string) => emailStream(keyring, canonicalEmail(email) ?? ""),
    nameKey: (username: string) => usernameStream(keyring, username),
    started,
    /** Every event since the last `holds`, personal fields still encrypted. */
    stored,
    /** Sweeps until no reservation is open. @throws if one could not be settled */
    async sweeps(process = started(), at = later): Promise<void> {
      const reportedErrors: unknown[] = [];
      const sweeper = await startReservationExpiry({
        log: process.log,
        commandHandler: process.commandHandler,
        keyring,
        now: () => at,
        everyMs: 5,
        reportError: (_, error) => reportedErrors.push(error),
      });
      try {
        await vi.waitFor(async () => expect(openClaims(await stored())).toEqual([]), { timeout: 60_000, interval: 10 });
      } finally {
        await sweeper.close();
      }
      expect(reportedErrors).toEqual([]);
    },
    /** Checks the invariants that hold when nothing is in progress. @throws if one is violated */
    async holds(): Promise<void> {
      expectOneOwnerEach(await sealing.decrypt(await stored()), keyring);
      since = await log.head();
    },
    async close() {
      await log.close();
      await close();
    },
  };
}

/** The context of a registration, sent at `now` without an idempotency key unless `said` differs. */
export function registrationContext(keyring: Keyring, said: Partial<CommandOrigin> = {}): CommandContext {
  const asked = { method: "post", path: "/api/auth/register", idempotencyKey: null, now } as const;
  return contextFrom(keyring, { actor: { kind: "anyone", id: "" }, ...asked, ...said });
}
