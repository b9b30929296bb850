import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { expect, it } from "vitest";
import type { BackupTarget } from "./backup-target.ts";
import { folderTarget } from "./folder-target.ts";
import { type Taking, takeBackup } from "./testing/take-backup.ts";

const folder = temporaryFolder();
const service = scratchServiceOfFile();

const taken = (changed: Partial<Taking>) => takeBackup({ service, folder, ...changed });

it("RE-47 a file for a recipient is restored from its encrypted form, and the recipient's identity opens it", async () => {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const { messages, dir, files } = await taken({ recipient });
  expect(messages.map(({ type }) => type)).toEqual(["BackupTaken", "BackupProven"]);
  expect(files).toEqual([expect.stringMatching(/\.sql\.age$/)]);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const text = await decrypter.decrypt(readFileSync(join(dir, files[0] ?? "")), "text");
  expect([text.slice(0, 19), text.endsWith("}\n")]).toEqual(["-- Attestory backup", true]);
});

it.each([
  { where: "beginning", at: 100 },
  { where: "end", at: -20 },
])("RE-47 an encrypted file that was changed near its $where fails its proof", async ({ at }) => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  const onTaken = (file: string) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.with(at, (bytes.at(at) ?? 0) ^ 1));
  };
  const { messages } = await taken({ recipient, onTaken });
  expect(messages[1]?.data).toMatchObject({ step: "proof", reason: "the encrypted file was changed or damaged" });
});

it("RE-47 an encrypted file that cannot be read is not called damaged", async () => {
  const recipient = await identityToRecipient(await generateX25519Identity());
  const target: BackupTarget = {
    ...folderTarget(mkdtempSync(join(folder, "to-"))),
    // biome-ignore lint/correctness/useYield: it fails before its first piece.
    async *read() {
      throw Object.assign(new Error("GetObject"), { name: "NoSuchKey" });
    },
  };
  const { messages } = await taken({ recipient, target });
  expect(messages[1]?.data).toMatchObject({ step: "proof", reason: "the file is missing in the bucket" });
});
