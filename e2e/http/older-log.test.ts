/** @module-tag embedded/reads-files */
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { expect, it } from "vitest";
import { startInProcess } from "../start-in-process.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";

const parent = temporaryFolder();

/** Signs these many new users up in the folder. Returns the first. */
async function grow(dataDir: string, users: number): Promise<Person> {
  const product = await startInProcess({ DATA_DIR: dataDir });
  const people: Person[] = [];
  for (let count = 0; count < users; count++) people.push(await givenSignedInUser(product.url));
  await product.remove();
  return people[0] as Person;
}

it("B2 refuses to start with read models of another history, also if the log has grown past them", async () => {
  const [ours, restored] = [join(parent, "ours"), join(parent, "restored")];
  mkdirSync(ours);
  const first = await grow(ours, 1);
  cpSync(ours, restored, { recursive: true });
  await grow(ours, 1);
  await grow(restored, 3);
  for (const name of readdirSync(ours).filter((file) => !file.startsWith("read-models"))) rmSync(join(ours, name));
  for (const name of readdirSync(restored).filter((file) => !file.startsWith("read-models"))) {
    cpSync(join(restored, name), join(ours, name));
  }
  await expect(startInProcess({ DATA_DIR: ours })).rejects.toThrow("an older log was restored");
  for (const name of readdirSync(ours).filter((file) => file.startsWith("read-models"))) rmSync(join(ours, name));
  const product = await startInProcess({ DATA_DIR: ours });
  const { email, password } = first;
  expect((await call(product.url, "POST /api/auth/login", { body: { email, password } })).status).toBe(200);
  await product.remove();
});
