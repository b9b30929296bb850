import { rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { expect, it } from "vitest";
import { buildFilesInThread } from "./build-files-thread.ts";

const folder = temporaryFolder();
const file = (name: string) => ({
  path: join(folder, name, "build.sqlite"),
  name: "pets@1" as const,
  isIndexed: false,
  isPersonal: false,
});

it("passes the error of a file that cannot be created, and fails what is asked after the end", async () => {
  const files = buildFilesInThread();
  await expect(files.create(file("missing"))).rejects.toMatchObject({ name: "DatabaseFault" });
  const pets = await files.create({ ...file("."), path: join(folder, "build.sqlite") });
  const rex = { documents: ["rex", 1, "{}", null], entries: [] };
  await pets.write(rex);
  await expect(pets.write({ documents: [null, 2, "{}", null], entries: [] })).rejects.toMatchObject({
    message: expect.stringContaining("NOT NULL"),
    code: "ERR_SQLITE_ERROR",
  });
  expect(await pets.load(["rex", "max"])).toEqual([["rex", 1, "{}", null]]);
  await files.close();
  await expect(pets.load(["rex"])).rejects.toThrow("closed");
  rmSync(join(folder, "build.sqlite"));
});
