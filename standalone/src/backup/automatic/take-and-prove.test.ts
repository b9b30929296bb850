import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import {
  adminsStream,
  consentStream,
  identifierStream,
  type StoredEvent,
  userStream,
} from "@attestory/events/envelope.ts";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { backupName } from "./backup-files.ts";
import { folderTarget } from "./folder-target.ts";
import { proveBackup } from "./prove-backup.ts";
import { sourceOf, type Taking, takeBackup } from "./testing/take-backup.ts";

const folder = temporaryFolder();
const [ada, app] = [randomUUID(), randomUUID()];
const now = new Date(Date.now());
const service = scratchServiceOfFile();

beforeAll(async () => {
  const names = { email: "ada@example.org", username: "ada", firstName: null, lastName: null };
  const registered = { userId: ada, passwordHash: "x", ...names };
  await service.happened(userStream(ada), { type: "UserRegistered", data: registered }, { person: ada });
  const consent = { userId: ada, applicationId: app };
  const granted = { ...consent, scopes: ["openid"], applicationName: "Garden", apis: [], isNew: true };
  await service.happened(consentStream(consent), { type: "ConsentGranted", data: granted });
  await service.happened(consentStream(consent), { type: "ConsentUsed", data: consent });
  await service.happened(adminsStream, { type: "AdminListed", data: { userId: ada, accessVersion: 1 } });
});

const taken = (changed: Partial<Taking> = {}) => takeBackup({ service, folder, now, ...changed });

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
  const { messages, files } = await taken({ onTaken: how });
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
  const { log, ...others } = sourceOf(service);
  const readStored = async (after: bigint, limit: number) => (await log.readStored(after, limit)).flatMap(copied);
  const faulty = { ...others, log: { generation: 1, head: () => log.head(), readStored } };
  const { messages } = await taken({ source: faulty });
  expect(messages[1]).toMatchObject({ type: "BackupFailed", data: { step: "proof", reason } });
});

it("RE-44 a file in which somebody is erased who is not fails its proof", async () => {
  const { vault, ...others } = sourceOf(service);
  const entries: typeof vault.entries = async (...page) =>
    (await vault.entries(...page)).map((entry) => (entry.kind === "person" ? { ...entry, key: "erased" } : entry));
  const { messages } = await taken({ source: { ...others, vault: { ...vault, entries } } });
  const reason = "the backup lacks the key of a person who is not erased";
  expect(messages[1]).toMatchObject({ type: "BackupFailed", data: { step: "proof", reason } });
});

it("UQ-09 a log in which an address has two owners fails its proof", async () => {
  const own = await openScratchService();
  onTestFinished(() => own.close());
  const address = identifierStream("email", "a".repeat(43));
  const claimed = (userId: string) =>
    own.happened(address, { type: "IdentifierClaimed", data: { userId, leaseUntil: now.toISOString() } });
  await claimed(ada);
  await own.happened(address, { type: "IdentifierConfirmed", data: { userId: ada } });
  await claimed(randomUUID());
  const { messages } = await taken({ service: own });
  expect(messages[1]?.data).toMatchObject({
    step: "proof",
    reason: expect.stringMatching(/^line \d+: an address has two owners$/),
  });
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
    masterKey: sourceOf(service).masterKey,
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

it("RE-48 removes the oldest once the new one is proven, and says if that fails", async () => {
  const dir = mkdtempSync(join(folder, "old-"));
  const old = "attestory-20260101T000000Z.sql";
  writeFileSync(join(dir, old), "");
  const stuck = { ...folderTarget(dir), remove: () => Promise.reject(new Error("it stays")) };
  const failed = await taken({ dir, keep: 1, target: stuck });
  expect(failed.messages.map(({ type }) => type)).toEqual(["BackupTaken", "BackupProven"]);
  expect(failed.notRemoved).toEqual([expect.stringContaining("it stays")]);
  const later = new Date(now.getTime() + 1000);
  const { files, notRemoved } = await taken({ dir, keep: 1, now: later });
  expect([files, notRemoved]).toEqual([[backupName(later, false)], []]);
});

it("RE-44 a file that fails its proof is removed if it cannot be set aside, and it says if both fail", async () => {
  const dir = mkdtempSync(join(folder, "fails-"));
  const fails = () => Promise.reject(new Error("no such right"));
  const immovable = { ...folderTarget(dir), rename: fails };
  expect((await taken({ dir, target: immovable, onTaken: shortened })).files).toEqual([]);
  const { messages, files } = await taken({ dir, target: { ...immovable, remove: fails }, onTaken: shortened });
  expect(files).toHaveLength(1);
  const reason = expect.stringMatching(/; the file could not be set aside, and is no backup$/);
  expect(messages[1]?.data).toMatchObject({ step: "proof", reason });
});
