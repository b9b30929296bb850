/** @module-tag embedded/reads-files */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { askUntilUpToDate, marks } from "./own-writes.ts";

const folder = temporaryFolder();
const page = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
/** The commands of docs/operations.md, which run in the folder above `data`. */
const backUp = /^mkdir -m 700 backup\ncp .+$/m.exec(page)?.[0] ?? "";

const holding = (dataDir: string, texts: readonly string[]) =>
  readdirSync(dataDir).filter((name) => {
    const bytes = readFileSync(join(dataDir, name));
    return texts.some((text) => bytes.includes(text));
  });

it("A9 a copy without the read models holds nothing personal in clear, and a start builds them again from it", async () => {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const product = await startInProcess({ DATA_DIR: dataDir });
  const person = await givenSignedInUser(product.url);
  const names = { firstName: "Adelheid", lastName: "Zwiebelturm" };
  const renamed = await call(product.url, "PUT /api/user/profile", { token: person.token, body: names });
  const read = () => call(product.url, "GET /api/auth/me", { token: person.token, headers: marks.header(renamed) });
  expect((await askUntilUpToDate(read)).body.user).toMatchObject(names);
  await product.remove();
  const personal = [person.email, person.username, names.firstName, names.lastName];

  execFileSync("sh", ["-euc", backUp], { cwd: folder });

  const backup = join(folder, "backup");
  const key = readFileSync(join(dataDir, "master.key"), "utf8").trim();
  expect(readdirSync(backup)).toEqual(expect.arrayContaining(["events-1.sqlite", "vault.sqlite"]));
  expect(holding(backup, [...personal, key])).toEqual([]);
  // So the search finds what is there: these are the files that README.md and docs/operations.md name.
  const models = holding(dataDir, personal).map(
    (name) => /^read-models-1\.(\w+)@\d+\.\d+\.sqlite(-wal)?$/.exec(name)?.[1],
  );
  expect([...new Set(models)]).toEqual(["accounts", "users"]);

  copyFileSync(join(dataDir, "master.key"), join(backup, "master.key"));
  chmodSync(join(backup, "master.key"), 0o600);
  const restored = await startInProcess({ DATA_DIR: backup });
  const token = await signIn(restored.url, person);
  const { body } = await askUntilUpToDate(() => call(restored.url, "GET /api/auth/me", { token }));
  expect(body.user).toMatchObject({ id: person.id, email: person.email, username: person.username, ...names });
  await restored.remove();
});
