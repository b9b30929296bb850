import { randomUUID } from "node:crypto";
import { continueCheckpoints } from "@attestory/event-store/backup/continue-checkpoints.ts";
import { restore } from "@attestory/event-store/backup/restore.ts";
import { writeBackup } from "@attestory/event-store/backup/write-backup.ts";
import { openNewLog } from "@attestory/event-store/log/open-new-log.ts";
import { storedBytes } from "@attestory/event-store/log/stored-bytes.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { openStores } from "@attestory/event-store/open-stores.ts";
import { newEvent } from "@attestory/event-store/testing/new-event.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { mailProgressStream, userStream } from "@attestory/events/envelope.ts";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import { newGeneration, openLog, someEventStore } from "./event-logs.ts";

const onFault = (error: Error) => {
  throw error;
};
const key = Buffer.alloc(32, "cross-stack");
const now = new Date();

describe.skipIf(whyNoMongo())("a backup of the servers", () => {
  let server: MongoServer;
  let eventStore: Awaited<ReturnType<typeof someEventStore>>;
  beforeAll(async () => {
    [server, eventStore] = [await startMongoServer(), await someEventStore()];
  });
  afterAll(async () => {
    await server.close();
    await eventStore.stop();
  });

  it("IM-11 restores the same events, names and work to do on SQLite, where positions are other ones", async () => {
    const generation = newGeneration();
    const reportError = (_: string, error: unknown) => onFault(error as Error);
    const urls = { eventLog: eventStore.url, vault: server.database() };
    const servers = await openStores({ ...urls, masterKeys: [key], generation, reportError });
    const others = await openLog(eventStore.url);
    const [ada, eve] = [randomUUID(), randomUUID()];
    const renamed = async (userId: string, firstName: string) => {
      const data = { userId, firstName, lastName: null };
      const event = newEvent({ type: "ProfileChanged", data }, { person: userId });
      const stream = userStream(userId);
      const sealed = await servers.sealing.seal(stream, [event], { isFirst: true });
      await others.append(exampleStream(), 0, exampleEvents(3));
      return servers.log.append(stream, 0, sealed);
    };
    const reached = await renamed(ada, "Ada");
    await renamed(eve, "Eve");
    const progressed = newEvent({ type: "MailProgressed", data: { position: String(reached) } });
    await servers.log.append(mailProgressStream, 0, await servers.sealing.seal(mailProgressStream, [progressed]));

    const dataDir = temporaryFolder();
    const vault = await openVault({ dataDir, generation: 2, writes: true, onFault });
    const log = openNewLog({ dataDir, generation: 2 });
    const target = { log, vault, masterKey: masterKey(key), now, erasedSince: async () => new Set<string>() };
    const restored = await restore({ file: writeBackup(servers.backupSource, { now }) }, target);
    await vault.close();
    const location = { dataDir, generation: 2, masterKeys: [key], writes: true, onFault };
    const local = await openLocalStores(location);
    await continueCheckpoints({ ...local, now }, restored.places ?? []);

    const copied = await local.log.readAll(0n, 10);
    const original = await servers.log.readAll(0n, 10);
    expect(copied.slice(0, 3).map(({ stored }) => storedBytes(stored))).toEqual(
      original.map(({ stored }) => storedBytes(stored)),
    );
    const names = (await local.sealing.decrypt(copied.slice(0, 2))).map(({ data }) => data);
    expect(names).toMatchObject([{ firstName: "Ada" }, { firstName: "Eve" }]);
    // Ada's event is the first one here.
    expect(copied.slice(3)).toMatchObject([
      { stream: mailProgressStream, version: 2, type: "MailProgressed", data: { position: "1" } },
    ]);
    await local.close();
    await others.close();
    await servers.close();
  });
});
