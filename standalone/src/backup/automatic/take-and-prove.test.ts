import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { adminsStream, consentStream, type StoredEvent, userStream } from "@attestory/events/envelope.ts";
import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BackupMessage } from "./backup-messages.ts";
import type { BackupTarget } from "./backup-target.ts";
import { folderTarget } from "./folder-target.ts";
import { proveBackup } from "./prove-backup.ts";
import { type BackupRun, takeAndProve } from "./take-and-prove.ts";

const folder = temporaryFolder();
const [ada, app] = [randomUUID(), randomUUID()];
const now = new Date(Date.now());
let service: ScratchService;

beforeAll(async () => {
  service = await openScratchService();
  const names = { email: "ada@example.org", username: "ada", firstName: null, lastName: null };
  const registered = { userId: ada, passwordHash: "x", ...names };
  await service.happened(userStream(ada), { type: "UserRegistered", data: registered }, { person: ada });
  const consent = { userId: ada, applicationId: app };
  const granted = { ...consent, scopes: ["openid"], applicationName: "Garden", isNew: true };
  await service.happened(consentStream(consent), { type: "ConsentGranted", data: granted });
  await service.happened(consentStream(consent), { type: "ConsentUsed", data: consent });
  await service.happened(adminsStream, { type: "AdminListed", data: { userId: ada, accessVersion: 1 } });
});
afterAll(() => service.close());

const source = () => ({ ...service, masterKeyMark: masterKey(service.masterKey).mark });

/** Takes a backup, and returns what was reported and the folder. `onTaken` gets the file before it is proven. */
async function taken(changed: Partial<BackupRun> & { dir?: string } = {}, onTaken: (file: string) => void = () => {}) {
  const { dir = mkdtempSync(join(folder, "to-")), ...others } = changed;
  const target = folderTarget(dir);
  const work = join(folder, "work");
  const { log } = service;
  const run = { target, work, recipient: null, now, masterKey: service.masterKey, source: source(), log, ...others };
  const messages: BackupMessage[] = [];
  await takeAndProve(run, (message) => {
    messages.push(message);
    if (message.type === "BackupTaken") onTaken(join(dir, message.data.file));
  });
  expect(existsSync(work)).toBe(false);
  return { messages, dir, files: existsSync(dir) ? readdirSync(dir) : [] };
}

it("RE-43 writes a file that only its owner can read, restores it, and finds what the log has", async () => {
  const { messages, dir, files } = await taken();
  const [file = ""] = files;
  expect(files).toEqual([expect.stringMatching(/^attestory-\d{8}T\d{6}Z\.sql$/)]);
  expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
  const bytes = statSync(join(dir, file)).size;
  const ms = expect.any(Number);
  const counts = { events: 4, accounts: 1, applications: 0, consents: 1 };
  expect(messages).toEqual([
    { type: "BackupTaken", data: { file, position: "4", bytes, events: 4, keys: 3, isEncrypted: false, ms } },
    { type: "BackupProven", data: { file, position: "4", ...counts, ms } },
  ]);
});

const shortened = (file: string) => truncateSync(file, statSync(file).size - 10);
const changed = (file: string) => writeFileSync(file, readFileSync(file, "utf8").replace('"Garden"', '"Gardem"'));

it.each([
  { what: "whose end is missing", how: shortened, reason: /the file ends within this line$/ },
  { what: "in which a bit is flipped", how: changed, reason: /the checksum is wrong/ },
])("RE-44 a file $what fails its proof, and is set aside", async ({ how, reason }) => {
  const { messages, files } = await taken({}, how);
  expect(messages.map(({ type }) => type)).toEqual(["BackupTaken", "BackupFailed"]);
  expect(messages[1]?.data).toMatchObject({ step: "proof", reason: expect.stringMatching(reason) });
  expect(files).toEqual([expect.stringMatching(/\.sql\.failed$/)]);
});

const withoutUse = (event: StoredEvent) => (event.type === "ConsentUsed" ? [] : [event]);
const later = (event: StoredEvent) => [{ ...event, recordedAt: event.recordedAt + 1 }];

it.each([
  { what: "lacks an event", copied: withoutUse, reason: "the event at position 3 is another in the backup" },
  { what: "has another event", copied: later, reason: "the event at position 1 is another in the backup" },
])("RE-44 a whole and signed file that $what fails its proof", async ({ copied, reason }) => {
  const { log, ...others } = source();
  const readStored = async (after: bigint, limit: number) => (await log.readStored(after, limit)).flatMap(copied);
  const faulty = { ...others, log: { generation: 1, head: () => log.head(), readStored } };
  const { messages } = await taken({ source: faulty });
  expect(messages[1]).toMatchObject({ type: "BackupFailed", data: { step: "proof", reason } });
});

it("RE-44 a file in which somebody is erased who is not fails its proof", async () => {
  const { vault, ...others } = source();
  const entries: typeof vault.entries = async (...page) =>
    (await vault.entries(...page)).map((entry) => (entry.kind === "person" ? { ...entry, key: "erased" } : entry));
  const personKeys: typeof vault.personKeys = (ids) => vault.personKeys(ids);
  const { messages } = await taken({ source: { ...others, vault: { entries, personKeys } } });
  const reason = "the backup lacks the key of a person who is not erased";
  expect(messages[1]).toMatchObject({ type: "BackupFailed", data: { step: "proof", reason } });
});

it("RE-46 without space for the restored log the proof fails before it writes any", async () => {
  const { log, vault } = service;
  const work = join(folder, "full");
  const file = (async function* () {})();
  const proof = {
    file,
    bytes: Number.MAX_SAFE_INTEGER,
    position: 4n,
    log,
    vault,
    masterKey: service.masterKey,
    work,
    now,
  };
  await expect(proveBackup(proof)).rejects.toThrow("there is too little space on the disk of DATA_DIR to restore it");
  expect(readdirSync(work)).toEqual([]);
});

it("RE-46 without a folder there is no backup, and it says why", async () => {
  const { messages } = await taken({ dir: join(folder, "not-mounted") });
  expect(messages).toEqual([
    {
      type: "BackupFailed",
      data: { file: null, step: "writing", reason: "the folder or the file is missing" },
      detail: expect.any(String),
    },
  ]);
});

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
  const { messages } = await taken({ recipient }, (file) => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.with(at, (bytes.at(at) ?? 0) ^ 1));
  });
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

it("RE-45 removes what an interrupted backup left", async () => {
  const dir = mkdtempSync(join(folder, "left-"));
  const leftovers = ["attestory-20260101T000000Z.sql.unfinished", "attestory-20260101T000000Z.sql.age.failed"];
  const others = ["attestory-20260101T000000Z.sql", "attestory-2026-01-01.sql.unfinished", "notes.failed"];
  for (const name of [...leftovers, ...others]) writeFileSync(join(dir, name), "");
  mkdirSync(join(folder, "work"), { recursive: true });
  writeFileSync(join(folder, "work", "events-1.sqlite"), "half of a log");
  const { messages, files } = await taken({ dir });
  expect(messages[1]?.type).toBe("BackupProven");
  expect(files).toHaveLength(others.length + 1);
  expect(files).toEqual(expect.arrayContaining(others));
});
