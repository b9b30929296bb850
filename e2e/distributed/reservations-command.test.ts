import { join } from "node:path";
import { newEvent } from "@attestory/event-store/testing/new-event.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { metadataText, settlementsStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EventStoreProcess, startEventStore } from "../stand-ins/event-store-process.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import { openLog } from "./event-logs.ts";
import { runProgram } from "./run-program.ts";

describe.skipIf(whyNoMongo())("the reservations command on servers", () => {
  let store: EventStoreProcess;
  let mongo: MongoServer;
  beforeAll(async () => {
    [store, mongo] = [await startEventStore(join(temporaryFolder(), "events.sqlite")), await startMongoServer()];
  });
  afterAll(async () => {
    await mongo.close();
    await store.stop();
  });

  const reservations = (environment: Record<string, string>, args: readonly string[] = []) =>
    runProgram("command-api/src/identifiers/main.ts", args, environment);

  it("B4 lists on servers the reservations that were given up", async () => {
    const userId = crypto.randomUUID();
    const since = "2026-11-20T10:00:00.000Z";
    const data = { userId, identifier: null, since };
    const { event, recordedAt, person, ...rest } = newEvent({ type: "SettlementAbandoned", data });
    const log = await openLog(store.url, 1);
    await log.append(settlementsStream, 0, [
      {
        id: rest.id,
        type: event.type,
        schemaVersion: 1,
        recordedAt: recordedAt.getTime(),
        person,
        data: JSON.stringify(event.data),
        metadata: metadataText(rest),
        sealed: null,
      },
    ]);
    await log.close();
    expect(await reservations({ EVENT_LOG: store.url, VAULT: mongo.database() })).toEqual({
      code: 0,
      stdout: `registration  since ${since}  user ${userId}\nlisted 1 reservation that could not be settled\n`,
      stderr: "",
    });
  });

  it.each([
    { what: "an argument", environment: {}, args: ["all"], code: 64, reason: /takes no arguments/ },
    { what: "no address", environment: {}, code: 78, reason: /EVENT_LOG must be an esdb.*VAULT must be a mongodb/ },
    {
      what: "an unavailable server",
      environment: { EVENT_LOG: "esdb://127.0.0.1:9?tls=false", VAULT: "mongodb://127.0.0.1:9/vault" },
      code: 1,
      reason: /VAULT: /,
    },
  ])("B4 ends with one line that names the reason: $what", async ({ args = [], environment, code, reason }) => {
    const outcome = await reservations(environment as Record<string, string>, args);
    expect(outcome).toEqual({ code, stdout: "", stderr: expect.stringMatching(reason) });
    expect(outcome.stderr).toMatch(/^attestory: .*\n$/);
  });
});
