import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Texts whose presence in a file shows that data was stored where it must not be. */
export interface Canaries {
  /** Passwords and tokens: allowed in no file. */
  secrets: readonly string[];
  /** Addresses and names: allowed only in the read models. */
  personal: readonly string[];
}

/** I7: no file holds plaintext that it must not hold. The compile cache beside the data is not checked. */
export function* inClear(dataDir: string, { secrets, personal }: Canaries): Generator<string> {
  const key = readFileSync(join(dataDir, "master.key"), "utf8").trim();
  for (const { name, bytes } of filesIn(dataDir)) {
    const texts = name.startsWith("read-models") ? secrets : [...secrets, ...personal];
    yield* texts.filter((text) => bytes.includes(text)).map((text) => `I7 ${name} holds ${text} in clear`);
    const holdsKey = bytes.includes(key) || bytes.includes(Buffer.from(key, "base64"));
    if (holdsKey && name !== "master.key") yield `I7 ${name} holds the master key`;
  }
}

function* filesIn(dataDir: string): Generator<{ name: string; bytes: Buffer }> {
  for (const name of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
    const path = join(dataDir, name);
    if (name.startsWith("compile-cache") || !statSync(path).isFile()) continue;
    yield { name, bytes: readFileSync(path) };
  }
}
