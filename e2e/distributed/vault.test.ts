import { randomBytes, randomUUID } from "node:crypto";
import { rotationContract } from "@attestory/event-store/testing/rotation.contract.ts";
import { vaultContract } from "@attestory/event-store/testing/vault.contract.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { VaultUnavailable } from "@attestory/event-store/vault/vault.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFaultProxy } from "../stand-ins/fault-proxy.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";

describe.skipIf(whyNoMongo())("the vault in MongoDB", () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await startMongoServer();
  });
  afterAll(() => server.close());
  const onFault = (error: Error) => {
    throw error;
  };

  vaultContract("the vault in MongoDB", async () => {
    const url = server.database();
    const again = () => openVault({ url, generation: 1, writes: true, onFault });
    return { vault: await again(), again };
  });

  rotationContract("MongoDB", async () => {
    const url = server.database();
    const again = () => openVault({ url, generation: 1, writes: true, onFault });
    return { vault: await again(), again };
  });

  const expectUnavailableWithin = async (ms: number, asking: Promise<unknown>) => {
    const asked = performance.now();
    await expect(asking).rejects.toBeInstanceOf(VaultUnavailable);
    expect(performance.now() - asked).toBeLessThan(ms);
  };

  it("RE-31 refuses in time while the server does not answer, and recovers with it", async () => {
    const proxy = await startFaultProxy(server);
    const vault = await openVault({ url: server.database(proxy.port), generation: 1, writes: true, onFault });
    const [ada, bob] = [randomUUID(), randomUUID()];
    await vault.addPersonKey(ada, randomBytes(61));
    proxy.pause();
    await expectUnavailableWithin(6000, vault.personKeys([ada]));
    await expectUnavailableWithin(6000, vault.addPersonKey(bob, randomBytes(61)));
    proxy.cut();
    await proxy.refuse();
    proxy.resume();
    await expectUnavailableWithin(6000, vault.secret("pepper"));
    await proxy.accept();
    await expect.poll(async () => (await vault.personKeys([ada]).catch(() => null))?.size).toBe(1);
    await vault.close();
    await proxy.close();
  });

  /** Adds keys until the server fails. Those that were acknowledged are there after its restart. */
  const expectKept = async (
    started: NonNullable<MongoServer["process"]>,
    fail: () => Promise<void>,
    onRefused = () => {},
  ) => {
    const vault = await openVault({ url: server.database(), generation: 1, writes: true, onFault });
    const erased = randomUUID();
    await vault.addPersonKey(erased, randomBytes(61));
    await vault.erasePersonKey(erased);
    const kept = new Map<string, Buffer>();
    const adding = Promise.all(
      Array.from({ length: 4 }, async () => {
        for (;;) {
          const [id, key] = [randomUUID(), randomBytes(61)];
          const standing = await vault.addPersonKey(id, key).catch((error) => {
            expect(error).toBeInstanceOf(VaultUnavailable);
          });
          if (!standing) return;
          kept.set(id, key);
        }
      }),
    );
    await expect.poll(() => kept.size).toBeGreaterThan(50);
    await fail();
    await adding;
    onRefused();
    await started.kill();
    await started.start();
    const standing = async () => vault.personKeys([...kept.keys(), erased]);
    await expect.poll(async () => (await standing().catch(() => null))?.size).toBe(kept.size + 1);
    const found = await standing();
    expect(found.get(erased)).toBe("erased");
    for (const [id, key] of kept) expect(Buffer.from(found.get(id) as Uint8Array)).toEqual(key);
    expect(await vault.addPersonKey(erased, randomBytes(61))).toBe("erased");
    await vault.close();
  };

  it("RE-31 keeps what it acknowledged, and no key of an erased person, after the server is killed", async ({
    skip,
  }) => {
    const { process } = server;
    if (!process) return skip("the server is none that a test may kill");
    await expectKept(process, () => process.kill());
  });

  it("RE-54 refuses while no file of the server may grow, as on a full disk, and keeps what it acknowledged before", async ({
    skip,
  }) => {
    const { process } = server;
    if (!process) return skip("the server is none whose disk a test may fill");
    await expectKept(
      process,
      () => process.fillDisk(),
      () => expect(process.lives()).toBe(true),
    );
  });

  it("waits for a server that is not started yet, up to its time limit", async () => {
    const proxy = await startFaultProxy(server);
    await proxy.refuse();
    const location = { url: server.database(proxy.port), generation: 1, writes: true, onFault };
    await expectUnavailableWithin(8000, openVault({ ...location, signal: AbortSignal.timeout(500) }));
    const opening = openVault(location);
    await proxy.accept();
    const vault = await opening;
    expect(await vault.secret("pepper")).toBeNull();
    await vault.close();
    await proxy.close();
  });

  it("rejects writes when it is opened for reading, and names its location without the password", async () => {
    const url = server.database();
    const reader = await openVault({ url, generation: 1, writes: false, onFault });
    await expect(reader.addPersonKey(randomUUID(), randomBytes(61))).rejects.toBeInstanceOf(TypeError);
    await expect(reader.erasePersonKey(randomUUID())).rejects.toBeInstanceOf(TypeError);
    expect(reader.place).toBe(`mongodb://${server.host}:${server.port}/${new URL(url).pathname.slice(1)}`);
    await reader.close();
  });
});
