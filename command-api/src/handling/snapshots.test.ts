import { randomUUID } from "node:crypto";
import { countingReads, logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { snapshotStream, userStream } from "@attestory/events/envelope.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { userSnapshot } from "../accounts/user-state.ts";
import { lengthen, longUserStream } from "../testing/long-user-stream.ts";
import { rename } from "../testing/people.ts";
import { type CommandHandler, createCommandHandler } from "./command-handler.ts";

const many = 700;
const scratch = scratchServiceOfFile();
let long: Awaited<ReturnType<typeof longUserStream>>;
beforeEach(async () => {
  long = await longUserStream(scratch, many);
});

const snapshotsStream = () => snapshotStream(long.stream, userSnapshot.name);
const loaded = async (commandHandler = createCommandHandler(scratch.log, scratch.sealing)) => {
  const { state } = await commandHandler.load(user, long.stream);
  await commandHandler.settled();
  return state;
};

type Snapshot = Extract<AttestoryEvent, { type: "SnapshotTaken" }>["data"];
/** A wrong value planted in the snapshot's state: it shows whether the snapshot was used. */
const planted = { sessionEpoch: 7 };

async function plant(differently: (fit: Snapshot) => Partial<Snapshot> = () => ({})) {
  const version = many - 10;
  const eventId = (await scratch.log.read(long.stream, version - 1, 1)).events[0]?.id ?? "";
  const state = { ...userSnapshot.encode(await loaded())?.state, ...planted };
  const fit = { stream: long.stream, version, eventId, fold: userSnapshot.name, state };
  const event = { type: "SnapshotTaken", data: { ...fit, ...differently(fit) } } as const;
  await scratch.happened(snapshotsStream(), event, { person: long.userId });
}

it("starts from a snapshot that fits its stream, and evolves it by later events", async () => {
  await plant();
  expect(await loaded()).toMatchObject({ ...planted, firstName: `Ann ${many}`, emailVerified: false });
  await scratch.happened(long.stream, { type: "EmailVerified", data: { userId: long.userId, sameBrowser: true } });
  expect(await loaded()).toMatchObject({ ...planted, firstName: `Ann ${many}`, emailVerified: true });
});

describe("RE-23 ignores a snapshot", () => {
  const unfit: [string, (fit: Snapshot) => Partial<Snapshot>][] = [
    ["of another version of the fold", () => ({ fold: "user@0" })],
    ["whose state lacks a field", ({ state }) => ({ state: { ...state, isActive: undefined } })],
    ["whose state has an unknown field", ({ state }) => ({ state: { ...state, isRoot: true } })],
    ["of another stream", () => ({ stream: userStream(randomUUID()) })],
    ["that is newer than the stream", () => ({ version: many + 1 })],
    ["of another history of the same stream", () => ({ eventId: randomUUID() })],
  ];
  it.each(unfit)("%s", async (_, differently) => {
    const truth = await loaded();
    await plant(differently);
    expect(await loaded()).toEqual(truth);
  });

  it("that is older than the cached state", async () => {
    const commandHandler = createCommandHandler(scratch.log, scratch.sealing);
    const truth = await loaded(commandHandler);
    await plant();
    expect(await loaded(commandHandler)).toEqual(truth);
  });

  it("LG-02 of an erased person, and stores no personal data of theirs in clear", async () => {
    await plant();
    expect(await loaded()).toMatchObject({ ...planted, email: "ann@example.com" });
    const { stored } = (await scratch.log.read(snapshotsStream())).events[0] ?? {};
    expect([stored?.data, stored?.metadata, Buffer.from(stored?.sealed ?? []).toString()].join()).not.toContain("ann@");
    await scratch.keyring.erasePerson(long.userId);
    expect(await loaded()).toMatchObject({ status: "registered", email: null, firstName: null, sessionEpoch: 0 });
  });
});

describe("taking a snapshot", () => {
  beforeEach(async () => {
    long = await longUserStream(scratch, 49);
  });
  const renamed = async (commandHandler: CommandHandler, firstName: string) => {
    expect(await rename(commandHandler, long, firstName)).toHaveProperty("position");
    await commandHandler.settled();
    return (await scratch.log.read(snapshotsStream())).version;
  };

  it("B11 happens after fifty events without a snapshot, and again after another fifty", async () => {
    const commandHandler = createCommandHandler(scratch.log, scratch.sealing);
    expect(await renamed(commandHandler, "Bea")).toBe(1);
    expect(await renamed(commandHandler, "Cleo")).toBe(1);
    await lengthen(scratch, long, 99);
    expect(await renamed(commandHandler, "Dora")).toBe(2);
    expect(await renamed(commandHandler, "Eve")).toBe(2);
    expect(await loaded()).toEqual(await loaded(commandHandler));
  });

  it("is skipped where another process has just taken one", async () => {
    await lengthen(scratch, long, 70);
    const commandHandlers = [1, 2].map(() => createCommandHandler(scratch.log, scratch.sealing));
    for (const commandHandler of commandHandlers) expect(await renamed(commandHandler, randomUUID())).toBe(1);
  });

  it("reports a snapshot that cannot be written, and lets the command succeed", async () => {
    const reportedErrors: string[] = [];
    const log = logWith(scratch.log, {
      append: (stream, ...rest) =>
        stream === snapshotsStream() ? Promise.reject(new Error("disk")) : scratch.log.append(stream, ...rest),
    });
    const reportError = (message: string) => void reportedErrors.push(message);
    const commandHandler = createCommandHandler(log, scratch.sealing, { reportError });
    await lengthen(scratch, long, 60);
    expect(await renamed(commandHandler, "Bea")).toBe(0);
    expect(await renamed(commandHandler, "Cleo")).toBe(0);
    expect(reportedErrors).toEqual(["snapshot not taken, will retry"]);
  });
});

it("RE-23 reads a long stream once for concurrent requests, and answers each with the current state", async () => {
  const { log, read } = countingReads(scratch.log);
  const commandHandler = createCommandHandler(log, scratch.sealing);
  const all = await Promise.all(Array.from({ length: 20 }, () => loaded(commandHandler)));
  expect(all.every((state) => state.status === "registered" && state.firstName === `Ann ${many}`)).toBe(true);
  expect(read()).toBeLessThanOrEqual(20 * 100 + many);
  const before = read();
  expect(await loaded(commandHandler)).toEqual(all[0]);
  expect(read()).toBe(before);
});
