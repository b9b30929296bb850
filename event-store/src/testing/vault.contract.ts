import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Vault, VaultEntry } from "../vault/vault.ts";

/** A new, empty vault. `again` opens it once more. */
export interface VaultUnderTest {
  vault: Vault;
  again(): Promise<Vault>;
}

const bytes = (key: Uint8Array | "erased" | null | undefined) => (key instanceof Uint8Array ? Buffer.from(key) : key);

/** The contract tests that every adapter of the vault passes. */
export function vaultContract(name: string, open: () => Promise<VaultUnderTest>): void {
  describe(name, () => {
    const opened: Vault[] = [];
    const closeLater = (each: Vault) => {
      opened.push(each);
      return each;
    };
    const openEmpty = async () => {
      const empty = await open();
      return { vault: closeLater(empty.vault), again: async () => closeLater(await empty.again()) };
    };
    let vault: Vault;
    let other: Vault;

    beforeAll(async () => {
      const shared = await openEmpty();
      vault = shared.vault;
      other = await shared.again();
    });
    afterAll(async () => {
      for (const each of opened) await each.close();
    });

    const person = () => crypto.randomUUID();
    const keyOf = async (id: string) => bytes((await vault.personKeys([id])).get(id));

    it("LG-02 stores no new key for an erased person", async () => {
      const id = person();
      await vault.addPersonKey(id, randomBytes(61));
      await vault.erasePersonKey(id);
      expect(await vault.addPersonKey(id, randomBytes(61))).toBe("erased");
      expect(await keyOf(id)).toBe("erased");
    });

    it("erases a person without a key, and erases twice", async () => {
      const id = person();
      await vault.erasePersonKey(id);
      await vault.erasePersonKey(id);
      expect(await vault.addPersonKey(id, randomBytes(61))).toBe("erased");
    });

    it("CR-06 LG-02 replaces no key that was erased since it was read, and brings nobody's back", async () => {
      const [erased, kept, never] = [person(), person(), person()];
      const [from, to] = [randomBytes(61), randomBytes(61)];
      for (const id of [erased, kept]) await vault.addPersonKey(id, from);
      await other.erasePersonKey(erased);
      await vault.replaceKeys([erased, never, kept].map((name) => ({ kind: "person", name, from, to })));
      expect([await keyOf(erased), await keyOf(kept)]).toEqual(["erased", to]);
      expect(await vault.personKeys([never])).toEqual(new Map());
      expect(await vault.addPersonKey(erased, to)).toBe("erased");
    });

    it("CR-06 LG-02 leaves every person erased whose erasure and replacements come at the same moment", async () => {
      const persons = Array.from({ length: 15 }, person);
      const [from, to] = [randomBytes(61), randomBytes(61)];
      await Promise.all(persons.map((id) => vault.addPersonKey(id, from)));
      const replace = (id: string) => vault.replaceKeys([{ kind: "person", name: id, from, to }]);
      await Promise.all(persons.flatMap((id) => [replace(id), other.erasePersonKey(id), replace(id)]));
      const found = await vault.personKeys(persons);
      expect(new Set(found.values())).toEqual(new Set(["erased"]));
      expect(found.size).toBe(15);
    });

    it("CR-06 replaces a key once, and only by who read what it is", async () => {
      const [first, second, third] = [randomBytes(61), randomBytes(61), randomBytes(61)];
      await vault.addSecret("replaced", first);
      const by = (each: Vault, to: Buffer) => each.replaceKeys([{ kind: "secret", name: "replaced", from: first, to }]);
      await by(vault, second);
      await by(other, third);
      expect(bytes(await vault.secret("replaced"))).toEqual(second);
      await vault.replaceKeys([]);
    });

    it("erases only the given person", async () => {
      const [one, two] = [person(), person()];
      const key = randomBytes(61);
      await vault.addPersonKey(one, key);
      await vault.addPersonKey(two, randomBytes(61));
      await vault.erasePersonKey(two);
      expect(await keyOf(one)).toEqual(key);
    });

    it("keeps a person's first key, and returns it to every later caller", async () => {
      const id = person();
      const brought = Array.from({ length: 20 }, () => randomBytes(61));
      const answers = await Promise.all(brought.map((key, index) => (index % 2 ? vault : other).addPersonKey(id, key)));
      const stored = await keyOf(id);
      expect(brought).toContainEqual(stored);
      for (const answer of answers) expect(bytes(answer)).toEqual(stored);
    });

    it("keeps a secret's first value, and returns it to every later caller", async () => {
      const first = randomBytes(61);
      expect(await vault.secret("pepper")).toBeNull();
      expect(bytes(await vault.addSecret("pepper", first))).toEqual(first);
      expect(bytes(await vault.addSecret("pepper", randomBytes(61)))).toEqual(first);
      expect(bytes(await vault.secret("pepper"))).toEqual(first);
    });

    it("separates secrets from person keys of the same name", async () => {
      const id = person();
      await vault.addSecret(id, randomBytes(61));
      expect(await vault.personKeys([id])).toEqual(new Map());
      const key = randomBytes(61);
      expect(bytes(await vault.addPersonKey(id, key))).toEqual(key);
      await vault.erasePersonKey(id);
      expect(await vault.secret(id)).not.toBeNull();
    });

    it("returns the keys of many persons, and omits persons without one", async () => {
      const keys = new Map(Array.from({ length: 50 }, () => [person(), randomBytes(61)] as const));
      await Promise.all([...keys].map(([id, key]) => vault.addPersonKey(id, key)));
      const found = await vault.personKeys([person(), ...keys.keys(), person()]);
      expect(new Map([...found].map(([id, key]) => [id, bytes(key)]))).toEqual(keys);
      expect(await vault.personKeys([])).toEqual(new Map());
    });

    it("lists every key, secret and erased person in pages, in one order", async () => {
      const { vault: own } = await openEmpty();
      expect(await own.entries(null, 10)).toEqual([]);
      const persons = [person(), person(), person()].sort();
      for (const id of persons) await own.addPersonKey(id, Buffer.from(id));
      await own.addSecret("pepper", Buffer.from("hot"));
      await own.erasePersonKey(persons[1] ?? "");
      const all = [
        { kind: "person", name: persons[0], key: Buffer.from(persons[0] ?? "") },
        { kind: "person", name: persons[1], key: "erased" },
        { kind: "person", name: persons[2], key: Buffer.from(persons[2] ?? "") },
        { kind: "secret", name: "pepper", key: Buffer.from("hot") },
      ];
      const shown = (entries: VaultEntry[]) => entries.map((entry) => ({ ...entry, key: bytes(entry.key) }));
      expect(shown(await own.entries(null, 100))).toEqual(all);
      const [, second] = await own.entries(null, 2);
      expect(shown(await own.entries(second ?? null, 2))).toEqual(all.slice(2));
      expect(await own.entries({ kind: "secret", name: "pepper" }, 2)).toEqual([]);
    });

    it("shows every opening at once what another one wrote or erased", async () => {
      const id = person();
      const key = randomBytes(61);
      await vault.addPersonKey(id, key);
      expect(bytes((await other.personKeys([id])).get(id))).toEqual(key);
      await other.erasePersonKey(id);
      expect(await keyOf(id)).toBe("erased");
    });

    it("refuses writes after it was closed, and may be closed twice", async () => {
      const { vault: closing, again } = await openEmpty();
      const id = person();
      const [added] = await Promise.all([closing.addPersonKey(id, Buffer.from("kept")), closing.close()]);
      expect(bytes(added)).toEqual(Buffer.from("kept"));
      await expect(closing.addPersonKey(person(), randomBytes(61))).rejects.toThrow("closed");
      await closing.close();
      expect(bytes((await (await again()).personKeys([id])).get(id))).toEqual(Buffer.from("kept"));
    });
  });
}
