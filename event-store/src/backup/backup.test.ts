import { DatabaseSync } from "node:sqlite";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEventLog } from "../log/open-event-log.ts";
import { backupScene } from "../testing/backup-scene.ts";
import { destroyPersonKey } from "../vault/forget-keys.ts";
import { openKeyring } from "../vault/keyring.ts";
import { openVault } from "../vault/open-vault.ts";
import { createSealing } from "../vault/sealing.ts";
import { writeBackup } from "./write-backup.ts";

const onFault = (error: Error) => {
  throw error;
};
let scene: Awaited<ReturnType<typeof backupScene>>;
let whole: string;

beforeAll(async () => {
  scene = await backupScene();
  whole = await scene.written();
});
afterAll(() => scene.close());

const lines = () => whole.split("\n");

describe("a backup", () => {
  it("IM-11 gives the same log, keys and names when it is restored, and the same backup again", async () => {
    const { dataDir, ...result } = await scene.restored(whole, { size: 7 });
    expect(result).toMatchObject({ events: 3, keys: 5, places: null, stillErased: [] });
    const log = await openEventLog({ dataDir, generation: 2, writes: false, onFault });
    const vault = await openVault({ dataDir, generation: 2, writes: false, onFault });
    const keyring = await openKeyring(vault, scene.key, log);
    expect(await log.readStored(0n, 10)).toEqual(await scene.log.readStored(0n, 10));
    const events = await createSealing(keyring).decrypt(await log.readAll(0n, 10));
    expect(events.map(({ data }) => data)).toMatchObject([
      { firstName: scene.names.get(scene.ada) },
      { firstName: scene.names.get(scene.eve) },
      { firstName: null },
    ]);
    let again = "";
    const source = { log, vault, keyring, masterKey: scene.key };
    for await (const piece of writeBackup(source, { now: scene.now })) again += piece;
    // All but the manifest, which names the generation, and the checksum over it.
    expect(again.split("\n").slice(2, -2)).toEqual(lines().slice(2, -2));
    await log.close();
    await vault.close();
  });

  it("is SQL that SQLite loads as it is", () => {
    const database = new DatabaseSync(":memory:");
    database.exec(whole);
    expect(database.prepare("SELECT count(*) AS events, max(position) AS head FROM events").get()).toEqual({
      events: 3,
      head: 3,
    });
    expect(database.prepare("SELECT count(*) AS keys, count(key_value) AS living FROM keys").get()).toEqual({
      keys: 5,
      living: 4,
    });
  });

  it("IM-10 shows no name and no key in clear", async () => {
    const unwrapped = scene.key.unwrap(
      `person:${scene.ada}`,
      (await scene.vault.personKeys([scene.ada])).get(scene.ada) as Uint8Array,
    );
    for (const secret of [
      "O'Neil",
      "Featherstonehaugh",
      unwrapped.toString("base64"),
      scene.masterKey.toString("base64"),
    ]) {
      expect(whole).not.toContain(secret);
    }
  });

  it("IM-12 is a cut at one position while events are appended", async () => {
    const pieces = writeBackup({ ...scene, masterKey: scene.key }, { now: scene.now });
    let text = String((await pieces.next()).value);
    const profile = { userId: scene.ada, firstName: "Later", lastName: null };
    await scene.happened(userStream(scene.ada), { type: "ProfileChanged", data: profile }, { person: scene.ada });
    for await (const piece of pieces) text += piece;
    expect(await scene.restored(text)).toMatchObject({ events: 3, manifest: { position: "3" } });
  });

  it("keeps its keys in a second file if it is asked to", async () => {
    const events = await scene.written({ part: "events", end: 3n });
    const keys = await scene.written({ part: "keys", end: 3n });
    expect(events).not.toContain("INSERT INTO keys");
    expect(await scene.restored(events, { keys })).toMatchObject({ events: 3, keys: 5 });
  });

  it("IM-13 is restored to a moment if it is asked to, and refused if it has nothing of before", async () => {
    const [first, second] = await scene.log.readStored(0n, 2);
    const until = new Date(first?.recordedAt ?? 0);
    const restored = await scene.restored(whole, { until });
    expect(restored).toMatchObject({ events: first?.recordedAt === second?.recordedAt ? 2 : 1, keys: 5 });
    const before = new Date(until.getTime() - 1);
    await expect(scene.restored(whole, { until: before })).rejects.toThrow("the backup has no event of that time");
  });

  it("RE-42 names who was erased when it was taken, unless one of its events says so", async () => {
    expect((await scene.restored(whole)).erasureLeftOut).toEqual([scene.erased]);
    const end = await scene.log.head();
    await destroyPersonKey(scene, scene.erased);
    expect((await scene.restored(await scene.written({ end }))).erasureLeftOut).toEqual([scene.erased]);
    expect((await scene.restored(await scene.written())).erasureLeftOut).toEqual([]);
  });

  it("leaves a person erased who was erased since", async () => {
    const { dataDir, stillErased } = await scene.restored(whole, { erasedSince: [scene.eve] });
    expect(stillErased).toEqual([scene.eve]);
    const vault = await openVault({ dataDir, generation: 2, writes: false, onFault });
    expect((await vault.personKeys([scene.eve])).get(scene.eve)).toBe("erased");
    await vault.close();
  });
});
