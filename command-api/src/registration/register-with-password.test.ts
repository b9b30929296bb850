import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { identifierStream, userStream } from "@attestory/events/envelope.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import type { CommandContext, CommandOrigin } from "../handling/command-context.ts";
import { type CommandHandler, createCommandHandler } from "../handling/command-handler.ts";
import { canonicalEmail, emailStream, usernameStream } from "../identifiers/canonical.ts";
import { leaseSeconds, reservation } from "../identifiers/reservation.ts";
import { fakeHasher, now, registrationContext } from "../testing/registrations.ts";
import {
  type PasswordRegistrationDependencies,
  type Registration,
  registerWithPassword,
} from "./register-with-password.ts";

const key = "7a0c2d3e-4f50-4b61-8c72-9d83ae94bfa5";
const juniper: Registration = {
  email: "juniper@example.com",
  username: "juniper",
  password: "correct horse",
  firstName: null,
  lastName: null,
};
const scratch = scratchServiceOfTest();
let commandHandler: CommandHandler;
let dependencies: PasswordRegistrationDependencies;
beforeEach(() => {
  commandHandler = createCommandHandler(scratch.log, scratch.sealing);
  dependencies = { commandHandler, keyring: scratch.keyring, hasher: fakeHasher, enumerationProtection: "lenient" };
});

const commandContext = (said: Partial<CommandOrigin> = {}): CommandContext =>
  registrationContext(scratch.keyring, said);
const registers = (said: Partial<Registration> = {}, by = commandContext()) =>
  registerWithPassword(dependencies, { ...juniper, ...said }, by);
const owner = async (email: string) =>
  (await commandHandler.load(reservation, emailStream(scratch.keyring, canonicalEmail(email) ?? ""))).state;
const holder = async (username: string) =>
  (await commandHandler.load(reservation, usernameStream(scratch.keyring, username))).state;

describe("registering", () => {
  it("confirms the new user as the owner of the address and the username", async () => {
    const registered = await registers();
    expect(registered).toMatchObject({ userId: expect.any(String) });
    expect(await owner("Juniper@Example.COM")).toMatchObject({ status: "confirmed", ...registered });
    expect(await holder("JUNIPER")).toMatchObject({ status: "confirmed", ...registered });
  });

  it("confirms both reservations without settling them: it reads twice and appends five events", async () => {
    const operations: string[] = [];
    const { log } = scratch;
    const counting = logWith(log, {
      read: (...asked) => {
        operations.push("read");
        return log.read(...asked);
      },
      append: (...asked) => {
        operations.push("append");
        return log.append(...asked);
      },
      head: () => {
        operations.push("head");
        return log.head();
      },
    });
    dependencies = { ...dependencies, commandHandler: createCommandHandler(counting, scratch.sealing) };
    await registers();
    expect(operations.toSorted()).toEqual([...Array(5).fill("append"), ...Array(2).fill("read")]);
  });

  it("AU-08 refuses another spelling of a taken address or username", async () => {
    await registers();
    expect(await registers({ username: "wren", email: "JUNIPER@EXAMPLE.com" })).toEqual({ refused: "email-taken" });
    expect(await registers({ username: "Juniper", email: "wren@example.com" })).toEqual({ refused: "username-taken" });
  });

  it("RC-02 releases the username when the address turns out to be taken", async () => {
    await registers();
    expect(await registers({ username: "wren" })).toEqual({ refused: "email-taken" });
    expect(await holder("wren")).toEqual({ status: "free" });
  });

  it("RC-01 lets exactly one of fifty concurrent registrations of an address win", async () => {
    const all = await Promise.all(Array.from({ length: 50 }, (_, n) => registers({ username: `juniper-${n}` })));
    const winners = all.filter((outcome) => "userId" in outcome);
    expect(winners).toHaveLength(1);
    expect(all.filter((outcome) => "refused" in outcome && outcome.refused === "email-taken")).toHaveLength(49);
    expect(await owner(juniper.email)).toMatchObject({ status: "confirmed", ...winners[0] });
  });

  it("AU-13 refuses reserved usernames and their look-alikes", async () => {
    for (const username of ["admin", "Support", "adm1n", "r00t", "o.auth", "sup-port", "API"]) {
      expect(await registers({ username })).toEqual({ refused: "username-reserved" });
    }
  });

  it("repeats the first answer to a repeated command, and refuses the same key with another request", async () => {
    const by = (bodyHash: string) => commandContext({ idempotencyKey: key, bodyHash });
    const first = await registers({}, by("one"));
    const head = await scratch.log.head();
    expect(await registers({}, by("one"))).toEqual(first);
    expect(await scratch.log.head()).toBe(head);
    expect(await registers({ email: "wren@example.com" }, by("two"))).toEqual({ refused: "key-reused" });
  });
});

describe("an unfinished registration", () => {
  const slow = "0b7c7c9e-1f2e-4d6a-9a55-2f4d5d0f1a22";
  const over = new Date(now.getTime() + leaseSeconds * 1000);
  const reservations = async () => {
    for (const stream of [
      usernameStream(scratch.keyring, juniper.username),
      emailStream(scratch.keyring, juniper.email),
    ]) {
      const command = { type: "reserve", userId: slow, now } as const;
      await commandHandler.handle({
        decider: reservation,
        stream,
        command,
        person: null,
        commandContext: commandContext(),
      });
    }
  };
  const commits = () => {
    const { password: _, ...account } = juniper;
    const command = { type: "register", passwordHash: "hash", ...account, userId: slow } as const;
    return commandHandler.handle({
      decider: user,
      stream: userStream(slow),
      command,
      person: slow,
      commandContext: commandContext(),
    });
  };

  it("keeps its reservations while its lease runs", async () => {
    await reservations();
    expect(await registers()).toEqual({ refused: "username-taken" });
  });

  it("UQ-04 is aborted before its reservations are released, so that its slow writer cannot win any more", async () => {
    await reservations();
    const registered = await registers({}, commandContext({ now: over }));
    expect(registered).toMatchObject({ userId: expect.any(String) });
    expect(await commits()).toEqual({ refused: "aborted" });
    expect(await owner(juniper.email)).toMatchObject({ status: "confirmed", ...registered });
  });

  it("keeps its reservations once its user is registered", async () => {
    await reservations();
    await commits();
    expect(await registers({}, commandContext({ now: over }))).toEqual({ refused: "username-taken" });
    expect(await registers({ username: "wren" }, commandContext({ now: over }))).toEqual({ refused: "email-taken" });
    expect(await owner(juniper.email)).toEqual({ status: "confirmed", userId: slow });
  });

  it("loses a reservation that its user's own record does not name", async () => {
    await reservations();
    await commits();
    const elsewhere = emailStream(scratch.keyring, "wren@example.com");
    const command = { type: "reserve", userId: slow, now } as const;
    await commandHandler.handle({
      decider: reservation,
      stream: elsewhere,
      command,
      person: null,
      commandContext: commandContext(),
    });
    const registered = await registers({ email: "wren@example.com", username: "wren" }, commandContext({ now: over }));
    expect(await owner("wren@example.com")).toMatchObject({ status: "confirmed", ...registered });
  });
});

describe("strict enumeration protection", () => {
  it("AU-06 answers a taken address like a free one, and leaves its account unchanged", async () => {
    const first = await registers();
    dependencies = { ...dependencies, enumerationProtection: "strict" };
    const decoy = await registers({ username: "wren" });
    expect(decoy).toMatchObject({ userId: expect.any(String) });
    expect(decoy).not.toEqual(first);
    expect(await owner(juniper.email)).toMatchObject({ status: "confirmed", ...first });
    expect(await registers({ username: "juniper" })).toEqual({ refused: "username-taken" });
  });
});

describe("canonical keys", () => {
  it("AU-08 keep dots and tags, and fold case and international domains", () => {
    expect(canonicalEmail("J.Uniper+tag@Example.COM")).toBe("j.uniper+tag@example.com");
    expect(canonicalEmail("wren@MÜNCHEN.example")).toBe("wren@xn--mnchen-3ya.example");
    expect(canonicalEmail("wren@127.0.0.1")).toBeNull();
  });
  it("IN-10 make stream names from digests alone", () => {
    expect(emailStream(scratch.keyring, "$$evil-/@example.com")).toMatch(/^email-[A-Za-z0-9_-]{43}$/);
    expect(() => identifierStream("username", "$all")).toThrow(TypeError);
  });
});
