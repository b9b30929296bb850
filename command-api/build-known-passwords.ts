import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * `npm run known-passwords -w command-api <list>`: makes src/passwords/known-passwords.txt of a list with the most common password
 * first. Where the list comes from: docs/decisions/known-passwords.md.
 */
const [source] = process.argv.slice(2);
if (!source) {
  process.stderr.write("which list?\n");
  process.exit(64);
}
const howMany = 100_000;
const target = new URL("./src/passwords/known-passwords.txt", import.meta.url);
// A shorter one is refused for its length, and a longer one than anybody types is a fault of the list.
const fits = (password: string) => password.length >= 8 && password.length <= 64;
const common = new Set<string>();
for (const line of readFileSync(source, "utf8").split("\n")) {
  const password = line.replace(/\r$/, "").toLowerCase();
  if (fits(password)) common.add(password);
  if (common.size === howMany) break;
}
const sorted = [...common].map((password) => Buffer.from(password)).sort(Buffer.compare);
writeFileSync(target, sorted.map((password) => `${password}\n`).join(""));
process.stdout.write(`${common.size} passwords in ${fileURLToPath(target)}\n`);
