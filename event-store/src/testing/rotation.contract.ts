import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Keyring, openKeyring } from "../vault/keyring.ts";
import { type MasterKey, markOf, masterKey, WrongMasterKey } from "../vault/master-key.ts";
import { type Rewrapping, RotationConflict, rewrapVault } from "../vault/rotate-master-key.ts";
import { type Vault, type VaultEntry, VaultUnavailable } from "../vault/vault.ts";
import type { VaultUnderTest } from "./vault.contract.ts";

const emptyLog = { head: async () => 0n };
const [former, newest] = [randomBytes(32), randomBytes(32)];
/** As each process has it that was started for the rotation, or that reads the file. */
const both = () => masterKey(newest, former);

const rewrap = (rewrapping: Rewrapping) => rewrapVault({ pageSize: 10, ...rewrapping });

/** What a rotation of the master key promises on every adapter of the vault. */
export function rotationContract(name: string, open: () => Promise<VaultUnderTest>): void {
  describe(`rotating the master key in ${name}`, () => {
    /** A vault as the former master key made it, with so many persons. `keyring`: of a process that runs. */
    async function given(persons: number) {
      const { vault, again } = await open();
      onTestFinished(() => vault.close());
      await openKeyring(vault, masterKey(former), emptyLog);
      const keyring = await openKeyring(vault, both(), emptyLog);
      const ids = Array.from({ length: persons }, () => randomUUID());
      await Promise.all(ids.map((id) => keyring.createPersonKey(id)));
      expect(await marksIn(vault)).toEqual([masterKey(former).mark]);
      return { vault, again, keyring, ids };
    }

    it("CR-06 wraps every person's key and secret again, so that the former master key is needed no more", async () => {
      const { vault, keyring, ids } = await given(35);
      const [erased = "", ...others] = ids;
      await keyring.erasePerson(erased);
      const before = await secretsOf(keyring, others);
      let read = 0;
      const onProgress = (keys: number) => {
        read = Math.max(read, keys);
      };
      expect(await rewrap({ vault, masterKey: both(), onProgress })).toBe(36);
      expect(read).toBe(37);
      expect(await marksIn(vault)).toEqual([masterKey(newest).mark]);
      await expect(openKeyring(vault, masterKey(former), emptyLog)).rejects.toBeInstanceOf(WrongMasterKey);
      const after = await openKeyring(vault, masterKey(newest), emptyLog);
      expect(await secretsOf(after, others)).toEqual(before);
      expect(await vault.addPersonKey(erased, randomBytes(61))).toBe("erased");
      expect(await rewrap({ vault, masterKey: both() })).toBe(0);
    });

    it("CR-06 LG-02 brings no key back that is erased between the moments it is read and written", async () => {
      const { vault, ids } = await given(20);
      const doomed = ids.slice(0, 10);
      const racing: Vault = {
        ...vault,
        async entries(...page) {
          const found = await vault.entries(...page);
          await Promise.all(doomed.map((id) => vault.erasePersonKey(id)));
          return found;
        },
      };
      await rewrap({ vault: racing, masterKey: both() });
      const kept = await vault.personKeys(ids);
      expect(doomed.map((id) => kept.get(id))).toEqual(doomed.map(() => "erased"));
      const after = await openKeyring(vault, masterKey(newest), emptyLog);
      expect([...(await after.personKeys(ids)).keys()].toSorted()).toEqual(ids.slice(10).toSorted());
    });

    it("CR-06 leaves no key behind that a process wraps while the rotation ends", async () => {
      const { vault, keyring } = await given(3);
      const [chosen, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const slow: Vault = {
        ...vault,
        async addPersonKey(...asked) {
          chosen.resolve();
          await goOn.promise;
          return vault.addPersonKey(...asked);
        },
      };
      const id = randomUUID();
      const creating = (await openKeyring(slow, both(), emptyLog)).createPersonKey(id);
      await chosen.promise;
      await rewrap({ vault, masterKey: both() });
      goOn.resolve();
      const key = await creating;
      expect(await marksIn(vault)).toEqual([masterKey(newest).mark]);
      await keyring.createPersonKey(randomUUID());
      expect(await marksIn(vault)).toEqual([masterKey(newest).mark]);
      const after = await openKeyring(vault, masterKey(newest), emptyLog);
      expect((await after.personKeyToSeal(id)).equals(key)).toBe(true);
    });

    it("CR-06 lets processes that know both keys read and write while it goes on", async () => {
      const { vault, again, keyring, ids } = await given(60);
      const before = await secretsOf(keyring, ids);
      const other = await again();
      onTestFinished(() => other.close());
      let isGoingOn = true;
      const rotating = rewrap({ vault: other, masterKey: both() }).finally(() => {
        isGoingOn = false;
      });
      const created = new Map<string, Buffer>();
      do {
        const reader = await openKeyring(vault, both(), emptyLog);
        expect(await secretsOf(reader, ids)).toEqual(before);
        const id = randomUUID();
        created.set(id, (await keyring.createPersonKey(id)).export());
      } while (isGoingOn);
      await rotating;
      expect(await marksIn(vault)).toEqual([masterKey(newest).mark]);
      const after = await openKeyring(vault, masterKey(newest), emptyLog);
      for (const [id, key] of created) expect((await after.personKeyToSeal(id)).export()).toEqual(key);
    });

    it("CR-06 may run twice at once, and refuses a second one to another master key", async () => {
      const { vault, again, keyring, ids } = await given(30);
      const before = await secretsOf(keyring, ids);
      const other = await again();
      onTestFinished(() => other.close());
      await Promise.all([vault, other].map((each) => rewrap({ vault: each, masterKey: both() })));
      expect(await marksIn(vault)).toEqual([masterKey(newest).mark]);

      const rivals = [randomBytes(32), randomBytes(32)];
      const rotations = rivals.map((key) => rewrap({ vault, masterKey: masterKey(key, newest) }));
      const outcomes = await Promise.allSettled(rotations);
      const winner = outcomes.findIndex(({ status }) => status === "fulfilled");
      const lost = outcomes[1 - winner];
      const reason = lost?.status === "rejected" ? lost.reason : null;
      expect(reason instanceof RotationConflict || reason instanceof WrongMasterKey).toBe(true);
      const won = masterKey(rivals[winner] ?? former);
      expect(await marksIn(vault)).toEqual([won.mark]);
      expect(await secretsOf(await openKeyring(vault, won, emptyLog), ids)).toEqual(before);
    });

    it("CR-06 can be turned back, also before it has ended", async () => {
      const { vault, keyring, ids } = await given(35);
      const before = await secretsOf(keyring, ids);
      const stopped = new Error("stopped");
      const onProgress = () => {
        throw stopped;
      };
      await expect(rewrap({ vault, masterKey: both(), onProgress })).rejects.toBe(stopped);
      expect((await marksIn(vault)).length).toBe(2);
      await rewrap({ vault, masterKey: masterKey(former, newest) });
      expect(await marksIn(vault)).toEqual([masterKey(former).mark]);
      expect(await secretsOf(await openKeyring(vault, masterKey(former), emptyLog), ids)).toEqual(before);
    });

    it("CR-06 changes nothing with master keys that are not the vault's", async () => {
      const { vault } = await given(3);
      const others: MasterKey = masterKey(newest, randomBytes(32));
      await expect(rewrap({ vault, masterKey: others })).rejects.toBeInstanceOf(WrongMasterKey);
      expect(await marksIn(vault)).toEqual([masterKey(former).mark]);
    });

    it("CR-06 makes persons unavailable, and not lost, to a process that knows only the former key", async () => {
      const { vault, ids } = await given(3);
      const outdated = await openKeyring(vault, masterKey(former), emptyLog);
      await rewrap({ vault, masterKey: both() });
      await expect(outdated.personKeys(ids)).rejects.toBeInstanceOf(VaultUnavailable);
      await expect(outdated.personKeyToSeal(ids[0] ?? "")).rejects.toThrow("another master key");
      expect(outdated.missingKeys()).toBeNull();
    });
  });
}

/** The master keys that wrap something in the vault. */
async function marksIn(vault: Vault): Promise<string[]> {
  const entries: VaultEntry[] = await vault.entries(null, 10_000);
  return [...new Set(entries.flatMap(({ key }) => (key === "erased" ? [] : [markOf(key)])))];
}

/** Everything that the vault keeps, unwrapped. */
async function secretsOf(keyring: Keyring, persons: readonly string[]) {
  const keys = await keyring.personKeys(persons);
  return {
    keys: persons.map((id) => keys.get(id)?.export().toString("hex")),
    secrets: [keyring.hmac("identifier pepper", "a"), keyring.hmac("link key", "a")],
  };
}
