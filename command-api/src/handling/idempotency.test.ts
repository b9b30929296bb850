import { randomUUID } from "node:crypto";
import { countingReads, logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { beforeEach, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { contextFrom } from "../testing/command-origin.ts";
import { type LongStream, lengthen, longUserStream } from "../testing/long-user-stream.ts";
import { ann } from "../testing/people.ts";
import type { CommandContext } from "./command-context.ts";
import { type CommandHandler, createCommandHandler } from "./command-handler.ts";
import { idempotencyWindow } from "./recent-commands.ts";

const scratch = scratchServiceOfFile();
let long: LongStream;
const length = 1200;
beforeEach(async () => {
  long = await longUserStream(scratch, length);
});

const started = () => createCommandHandler(scratch.log, scratch.sealing);
const version = async () => (await scratch.log.read(long.stream, Number.MAX_SAFE_INTEGER)).version;

const commandContext = (idempotencyKey: string, bodyHash: string): CommandContext =>
  contextFrom(scratch.keyring, { actor: { kind: "user", id: long.userId }, idempotencyKey, bodyHash });
const renamed = (commandHandler: CommandHandler, key: string, firstName: string) =>
  commandHandler.handle({
    decider: user,
    stream: long.stream,
    command: { type: "change-profile", firstName, lastName: null },
    person: long.userId,
    commandContext: commandContext(key, firstName),
  });

it("repeats the first answer to a command within the next 500 events of its stream, after a restart too", async () => {
  const commandHandler = started();
  const key = randomUUID();
  const first = await renamed(commandHandler, key, "Bea");
  expect(first).toHaveProperty("position");
  await lengthen(scratch, long, length + idempotencyWindow);
  for (const asked of [commandHandler, started()]) {
    expect(await renamed(asked, key, "Bea")).toEqual(first);
    expect(await renamed(asked, key, "Cleo")).toEqual({ refused: "key-reused" });
  }
  expect(await version()).toBe(length + idempotencyWindow);
  await lengthen(scratch, long, length + idempotencyWindow + 1);
  expect(await renamed(started(), key, "Bea")).not.toEqual(first);
  expect(await version()).toBe(length + idempotencyWindow + 2);
});

it("recognises a repeat of the command that began a stream, however long the stream has grown", async () => {
  const began = commandContext(randomUUID(), "body");
  const userId = began.newId("user");
  const stream = userStream(userId);
  const command = { type: "register", userId, passwordHash: "hash", ...ann } as const;
  const registered = await started().handle({ decider: user, stream, command, person: userId, commandContext: began });
  await lengthen(scratch, { userId, stream }, 3 * idempotencyWindow);
  expect(await started().findIdempotencyRecord(stream, began)).toEqual(registered);
  expect(await started().findIdempotencyRecord(stream, { ...began, fingerprint: "of another body" })).toEqual({
    refused: "key-reused",
  });
});

it("B11 RE-23 reads no event of a stream again to look for an idempotency record", async () => {
  const counting = countingReads(scratch.log);
  await lengthen(scratch, long, 5000);
  const commandHandler = createCommandHandler(counting.log, scratch.sealing);
  await commandHandler.load(user, long.stream);
  await commandHandler.settled();
  const read = async () => {
    const before = counting.read();
    expect(await renamed(commandHandler, randomUUID(), "Bea")).toHaveProperty("position");
    return counting.read() - before;
  };
  // Once: the first event, which the load did not read if it began with a snapshot. Then only the appended event, by each of two reads.
  expect(await read()).toBeLessThanOrEqual(3);
  expect(await read()).toBeLessThanOrEqual(2);
});

it("recognises a repeat while another writer extends its short stream between two reads", async () => {
  const short = await longUserStream(scratch, 3);
  const newest = () => scratch.log.read(short.stream, Number.MAX_SAFE_INTEGER);
  // The other writer comes after the read that found no events, and before that of the version.
  const log = logWith(scratch.log, {
    async read(...input) {
      const page = await scratch.log.read(...input);
      if (page.events.length > 0) return page;
      await lengthen(scratch, short, page.version + 1);
      return { ...page, version: (await newest()).version };
    },
  });
  const commandHandler = createCommandHandler(log, scratch.sealing);
  const context = commandContext(randomUUID(), "body");
  const command = { type: "change-profile", firstName: "Bea", lastName: null } as const;
  const person = short.userId;
  const first = await commandHandler.handle({ decider: user, ...short, command, person, commandContext: context });
  expect(first).toHaveProperty("position");
  expect(await commandHandler.findIdempotencyRecord(short.stream, context)).toEqual(first);
});

it("B11 finds a command that was handled before the snapshot from which a stream was loaded", async () => {
  const key = randomUUID();
  const first = await renamed(started(), key, "Bea");
  await lengthen(scratch, long, length + 100);
  const snapshotting = started();
  await snapshotting.load(user, long.stream);
  await snapshotting.settled();
  const restarted = started();
  await restarted.load(user, long.stream);
  expect(await renamed(restarted, key, "Bea")).toEqual(first);
});

it("B11 recognises a repeat that another process handled since the stream was loaded", async () => {
  const [one, other] = [started(), started()];
  await one.load(user, long.stream);
  const key = randomUUID();
  const first = await renamed(other, key, "Bea");
  expect(await renamed(one, key, "Bea")).toEqual(first);
  expect(await renamed(one, key, "Cleo")).toEqual({ refused: "key-reused" });
});
