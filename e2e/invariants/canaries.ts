import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Texts by which it is noticed that something lies where it may not. */
export interface Canaries {
  /** Passwords and tokens: in no file. */
  secrets: readonly string[];
  /** Addresses and names: in the read models alone. */
  personal: readonly string[];
}

/** I7: nothing lies in clear in a file where it may not. The code that is kept compiled beside the data is not looked at. */
export function* inClear(dataDir: string, { secrets, personal }: Canaries): Generator<string> {
  const key = readFileSync(join(dataDir, "master.key"), "utf8").trim();
  for (const name of readdirSync(dataDir, { recursive: true, encoding: "utf8" })) {
    const path = join(dataDir, name);
    if (name.startsWith("compile-cache") || !statSync(path).isFile()) continue;
    const bytes = readFileSync(path);
    const texts = name.startsWith("read-models") ? secrets : [...secrets, ...personal];
    for (const text of texts) if (bytes.includes(text)) yield `I7 ${name} holds ${text} in clear`;
    if (name !== "master.key" && (bytes.includes(key) || bytes.includes(Buffer.from(key, "base64")))) {
      yield `I7 ${name} holds the master key`;
    }
  }
}
