import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { tracesOfKey } from "@attestory/event-store/testing/traces-of-key.ts";

/** Texts whose presence in a file shows that data was stored where it must not be. */
export interface Canaries {
  /** Passwords and tokens: allowed in no file. */
  secrets: readonly string[];
  /** Addresses and names: allowed only in the read models that hold them in clear. */
  personal: readonly string[];
}

const inClearModel = /^read-models-\d+\.(users|accounts)@/;

/** I7: no file holds plaintext that it must not hold. The compile cache beside the data is not checked. */
export function* inClear(dataDir: string, { secrets, personal }: Canaries): Generator<string> {
  const key = Buffer.from(readFileSync(join(dataDir, "master.key"), "utf8").trim(), "base64");
  for (const { name, bytes } of filesIn(dataDir)) {
    const texts = inClearModel.test(name) ? secrets : [...secrets, ...personal];
    yield* texts.filter((text) => bytes.includes(text)).map((text) => `I7 ${name} holds ${text} in clear`);
    if (name === "master.key") continue;
    for (const encoding of tracesOfKey(bytes, key)) yield `I7 ${name} holds the master key as ${encoding}`;
  }
}

function* filesIn(dataDir: string): Generator<{ name: string; bytes: Buffer }> {
  for (const name of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
    const path = join(dataDir, name);
    if (name.startsWith("compile-cache") || !statSync(path).isFile()) continue;
    yield { name, bytes: readFileSync(path) };
  }
}
