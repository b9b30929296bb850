import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checksumOf } from "@attestory/event-store/log/stored-bytes.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import { buildFile, catalogueFile } from "@attestory/projections/store/sqlite/files.ts";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { givenSignedInUser, newPerson, register } from "../http/client.ts";
import { storedEvents } from "../http/stored-log.ts";
import { startInProcess } from "../start-in-process.ts";
import { logOf } from "../start-stack.ts";
import { wrongAdmins } from "./admins.ts";
import { readFolder } from "./folder.ts";
import { violations } from "./violations.ts";

const parent = temporaryFolder();
const sound = join(parent, "sound");

beforeAll(async () => {
  mkdirSync(sound);
  const product = await startInProcess({ DATA_DIR: sound });
  await givenSignedInUser(product.url);
  await register(product.url, newPerson());
  await vi.waitFor(async () => expect(await violations(sound, {})).toEqual([]), 60_000);
  await product.remove();
});

let copies = 0;
/** A copy of the folder with a change in one of its files that no port would make. */
function tampered(file: string, change: (database: DatabaseSync) => void): string {
  const copy = join(parent, String(++copies));
  cpSync(sound, copy, { recursive: true });
  const database = new DatabaseSync(join(copy, file));
  change(database);
  database.close();
  return copy;
}
/** A log without these events: later events move up. */
const without = (where: string) =>
  tampered("events-1.sqlite", (database) => {
    database.exec(`DELETE FROM events WHERE ${where}`);
    const move = database.prepare("UPDATE events SET position = ? WHERE position = ?");
    const left = database.prepare("SELECT position FROM events ORDER BY position").all();
    for (const [at, { position }] of left.entries()) move.run(at + 1, position ?? 0);
  });
const inLog = (statement: string) => tampered("events-1.sqlite", (database) => database.exec(statement));
const inDocuments = (projection: string, statement: string) =>
  tampered(buildFile(catalogueFile("", 1), projection, 1), (database) => database.exec(statement));

/** A log with changed events as if the product had written them: the checksums are right. */
const rewritten = (type: string, change: Record<string, string>) =>
  tampered("events-1.sqlite", (database) => {
    const row = database.prepare("SELECT * FROM events WHERE type = ?").get(type) as Record<string, never>;
    const { schema_version: schemaVersion, recorded_at: recordedAt, checksum: _, ...same } = { ...row, ...change };
    const checksum = checksumOf({ ...same, schemaVersion, recordedAt } as never);
    const columns = Object.keys(change).map((column) => `${column} = ?`);
    database
      .prepare(`UPDATE events SET ${columns.join(", ")}, checksum = ? WHERE position = ?`)
      .run(...Object.values(change), checksum, row.position ?? 0);
  });

describe("planted violations", () => {
  it("I8 finds a gap, a repeated id and a changed byte", async () => {
    const [first] = await storedEvents(logOf(sound));
    const user = (await storedEvents(logOf(sound))).find(({ type }) => type === "UserRegistered");
    const gap = without(`position = ${user?.position}`);
    expect(await violations(gap, {})).toContainEqual(expect.stringContaining("goes on with version 2 where 1 was due"));
    const byte = inLog(`UPDATE events SET data = replace(data, '-', '+') WHERE position = ${first?.position}`);
    expect(await violations(byte, {})).toEqual([expect.stringMatching(/^I8 .*does not match its checksum/)]);
    const { events } = await readFolder(sound);
    const twice = rewritten("UserRegistered", { id: events[0]?.id ?? "" });
    expect(await violations(twice, {})).toEqual([expect.stringMatching(/^I8 /)]);
    const hole = inLog("DELETE FROM events WHERE position = 2");
    expect(await violations(hole, {})).toEqual(["I8 the event at position 3 found where 2 was expected"]);
  });

  it("I2 finds an address that is confirmed for no user, for another user, or incompletely", async () => {
    const [one] = (await storedEvents(logOf(sound))).filter(({ type }) => type === "IdentifierConfirmed");
    const stranger = JSON.stringify({ userId: crypto.randomUUID() });
    const foreign = rewritten("IdentifierConfirmed", { data: stranger });
    expect(await violations(foreign, {})).toEqual([expect.stringMatching(/^I2 .* is confirmed for .* and carried by/)]);
    const released = rewritten("IdentifierConfirmed", { type: "IdentifierReleased" });
    expect(await violations(released, {})).toEqual([expect.stringContaining("is confirmed for null and carried by")]);
    const half = without(`stream = '${one?.stream}' AND version > 1`);
    expect(await violations(half, {})).toContainEqual(expect.stringContaining("is held by halves"));
    const unclaimed = without(`stream = '${one?.stream}'`);
    expect(await violations(unclaimed, {})).toContainEqual(expect.stringContaining("reserved for no one"));
  });

  it("I3 finds a log whose last admin is gone, and a roster that lists others than the active admins", () => {
    const [one, other] = ["one", "other"];
    const roles = (userId: string, isAdmin: boolean) => ({ type: "RolesChanged", data: { userId, isAdmin } });
    const listed = (userId: string) => ({ type: "AdminListed", data: { userId } });
    const found = (...events: object[]) => [
      ...wrongAdmins({ events: events.map((event, at) => ({ ...event, position: at + 1 })) } as never),
    ];
    const sound = [roles(one, true), listed(one), roles(other, true), listed(other)];
    expect(found(...sound)).toEqual([]);
    expect(found(...sound, { type: "AdminUnlisted", data: { userId: one } }, roles(one, false))).toEqual([]);
    expect(found(roles(one, true), roles(one, false))).toEqual(["I3 no active admin is left after RolesChanged at 2"]);
    expect(found(...sound, { type: "UserDeactivated", data: { userId: one } })).toEqual([
      "I3 one is listed and no active admin after UserDeactivated at 5",
    ]);
    expect(found(...sound.slice(0, 3))).toEqual(["I3 the active admin other is not listed"]);
  });

  it.each([
    ["another name", "UPDATE documents SET document = json_set(document, '$.firstName', 'Eve')"],
    ["a document of no account", "INSERT INTO documents (key, position, document) VALUES ('eve', 1, '{}')"],
    ["a lost document", "DELETE FROM documents"],
    ["an older position", "UPDATE documents SET position = position - 1"],
    ["a checkpoint that is behind", "UPDATE checkpoint SET position = position - 1"],
  ])("I5 finds %s", async (_, statement) => {
    const found = await violations(inDocuments(users.name, statement), {});
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((one) => !one.startsWith(`I5 ${users.name}`))).toEqual([]);
  });

  it("I6 finds a session that the log has ended and the read models still have", async () => {
    // Verifying the address ended the registration's session; the event written here ends the session of the sign-in.
    const started = (await storedEvents(logOf(sound))).filter(({ type }) => type === "SessionStarted");
    const session = started.map(({ data }) => JSON.parse(data)).find(({ pending }) => !pending);
    const ended = rewritten("EmailVerified", { data: JSON.stringify({ userId: session.userId, sameBrowser: true }) });
    expect(await violations(ended, {})).toEqual([]);
    const other = rewritten("LetterSent", {
      type: "SessionEnded",
      data: JSON.stringify({ sessionId: session.sessionId, reason: "signed-out" }),
    });
    expect(await violations(other, {})).toContainEqual(
      `I6 the session ${session.sessionId} is good, though it was ended`,
    );
  });

  it("I1 finds acknowledged writes that are missing, repeated or incomplete", async () => {
    const sent = { what: "a registration", fingerprint: "f", comesTo: ["UserRegistered", "SessionStarted"] };
    const registered = (acknowledged: boolean) => ({ ledger: [{ ...sent, acknowledged }] });
    expect(await violations(sound, registered(true))).toEqual(["I1 a registration was acknowledged and left nothing"]);
    expect(await violations(sound, registered(false))).toEqual([]);
    const stored = await storedEvents(logOf(sound));
    const marked = (type: string) => {
      const metadata = JSON.parse(stored.find((event) => event.type === type)?.metadata ?? "");
      return { metadata: JSON.stringify({ ...metadata, fingerprint: "f" }) };
    };
    const half = rewritten("UserRegistered", marked("UserRegistered"));
    expect(await violations(half, registered(false))).toEqual([]);
    expect(await violations(half, registered(true))).toEqual([expect.stringContaining("left UserRegistered")]);
    const wrong = rewritten("SessionStarted", marked("SessionStarted"));
    expect(await violations(wrong, registered(false))).toEqual([
      "I1 a registration was never answered and left SessionStarted",
    ]);
  });

  it("I7 finds an address in the log's file, a password anywhere, and the master key or a part of it", async () => {
    const { events } = await readFolder(sound);
    const address = events.flatMap((event) => (event.type === "UserRegistered" ? [event.data.email] : []))[0] ?? "";
    expect(address).toContain("@");
    const canaries = { secrets: ["correct horse battery"], personal: [address] };
    expect(await violations(sound, { canaries })).toEqual([]);
    const copy = tampered("vault.sqlite", () => {});
    writeFileSync(join(copy, "events-1.sqlite-old"), `… ${address}`);
    writeFileSync(join(copy, "read-models-1.users@1.old"), `${address} correct horse battery`);
    writeFileSync(join(copy, "read-models-1.sessions@1.old"), address);
    const key = Buffer.from(readFileSync(join(copy, "master.key"), "utf8"), "base64");
    writeFileSync(join(copy, "read-models-2.old"), key.subarray(5, 20));
    writeFileSync(join(copy, "read-models-3.old"), `{"key":"${key.toString("hex")}"}`);
    expect(await violations(copy, { canaries })).toEqual([
      `I7 events-1.sqlite-old holds ${address} in clear`,
      `I7 read-models-1.sessions@1.old holds ${address} in clear`,
      "I7 read-models-1.users@1.old holds correct horse battery in clear",
      "I7 read-models-2.old holds the master key as bytes",
      "I7 read-models-3.old holds the master key as hex",
    ]);
  });
});
