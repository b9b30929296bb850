/** @module-tag random */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emailAddress } from "../accounts/email-address-schema.ts";
import { username } from "../accounts/schema.ts";
import { canonicalEmail, canonicalUsername } from "./canonical.ts";

const isAddress = (text: string) => emailAddress.safeParse(text).success;
const numRuns = process.env.FULL_RUN === "1" ? 20_000 : 1000;

/** Few letters, so that two addresses are often the same; of several scripts, with and without case, composed and not. */
const emails = [..."aAbBiIıİKkéÉüßσςΣжЖ中-2"];
const text = (from: readonly string[], most: number) =>
  fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: most }).map((all) => all.join(""));
const local = text([..."aAbB.+'_2"], 4);
const domain = fc
  .tuple(text(emails, 3), fc.constantFrom("com", "COM", "xn--p1ai", "рф", "РФ"))
  .map((all) => all.join("."));
const address = fc
  .tuple(local, domain)
  .map(([name, at]) => `${name}@${at}`)
  .filter((one) => isAddress(one) && canonicalEmail(one) !== null);

/** The rule by hand: letter case does not count, an international name equals its punycode, everything else counts. */
function mailbox(email: string): string {
  const [name = "", at = ""] = email.split("@");
  // Letter by letter, as IDNA does: a final sigma is a letter of its own, and its capital is the capital of the other sigma.
  const spelt = Array.from(at, (letter) => letter.toLowerCase())
    .join("")
    .replace("xn--p1ai", "рф");
  // İ, whose lower case has two code points, stays different from i.
  return `${name.toLowerCase()}@${spelt}`.normalize("NFC");
}

describe("the canonical key of an email address", () => {
  it("UQ-07 is equal for spellings of the same mailbox, and for no other pair", () => {
    let met = 0;
    fc.assert(
      fc.property(address, address, (one, other) => {
        const same = mailbox(one) === mailbox(other);
        if (same && one !== other) met++;
        expect(canonicalEmail(one) === canonicalEmail(other)).toBe(same);
      }),
      { numRuns },
    );
    fc.assert(
      fc.property(address, fc.infiniteStream(fc.boolean()), (one, coin) => {
        const upper = () => coin.next().value;
        const recased = [...one].map((c) => (/[a-zA-Z]/.test(c) ? (upper() ? c.toUpperCase() : c.toLowerCase()) : c));
        expect(canonicalEmail(recased.join(""))).toBe(canonicalEmail(one));
        if (recased.join("") !== one) met++;
      }),
      { numRuns },
    );
    expect(met).toBeGreaterThan(numRuns / 4);
  });

  it("UQ-07 is a valid address and its own canonical key", () => {
    fc.assert(
      fc.property(address, (one) => {
        const key = canonicalEmail(one) ?? "";
        expect(key).toMatch(/^[a-z0-9.+'_]+@[a-z0-9.-]+$/);
        expect(isAddress(key)).toBe(true);
        expect(canonicalEmail(key)).toBe(key);
      }),
      { numRuns },
    );
  });

  it("UQ-07 excludes characters that compatibility normalisation would change: such an address is invalid", () => {
    const unstable = fc.constantFrom(..."＠．ａＡﬁ①㏂\u212a²ſ");
    fc.assert(
      fc.property(address, unstable, fc.nat(20), (one, strange, at) => {
        const place = at % (one.length + 1);
        expect(isAddress(one.slice(0, place) + strange + one.slice(place))).toBe(false);
      }),
    );
    expect(isAddress("wren＠example.com")).toBe(false);
  });

  it("UQ-07 distinguishes the Turkish dotted and dotless i from the Latin i", () => {
    const keys = ["wren@kişi.com", "wren@kisi.com", "wren@kısı.com"].map(canonicalEmail);
    expect(new Set(keys).size).toBe(3);
    expect(canonicalEmail("WREN@KISI.COM")).toBe("wren@kisi.com");
    for (const text of ["wrİn@example.com", "wrın@example.com"]) expect(isAddress(text)).toBe(false);
  });

  it("UQ-07 lowercases a capital sigma to the same letter everywhere, also at the end of a word", () => {
    for (const name of ["ΟΔΟΣ", "οδοΣ", "ΟΔΟΣ2", "οδΟσ"]) {
      const [key, small] = [canonicalEmail(`wren@${name}.gr`), canonicalEmail(`wren@${name.replace(/Σ/g, "σ")}.gr`)];
      expect([name, key]).toEqual([name, small]);
    }
    expect(canonicalEmail("wren@οδος.gr")).not.toBe(canonicalEmail("wren@οδοσ.gr"));
  });
});

it("UQ-07 ignores the case of a username, and allows only ASCII", () => {
  const name = text([..."aAbBiI._-0"], 5).filter((one) => username.safeParse(one).success);
  fc.assert(
    fc.property(name, name, (one, other) => {
      const same = one.localeCompare(other, "en", { sensitivity: "accent" }) === 0;
      expect(canonicalUsername(one) === canonicalUsername(other)).toBe(same);
    }),
  );
  for (const strange of ["wrİn", "wrın", "ｗren", "wrénn", "wren "]) {
    expect(username.safeParse(strange).success).toBe(false);
  }
});
