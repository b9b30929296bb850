import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { checksumOf } from "@attestory/event-store/log/stored-bytes.ts";
import { startNotary } from "@attestory/event-store/notary/notary.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import { verifierKey } from "@attestory/event-store/notary/signed-note.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { backupsStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { runInProcess } from "../testing/run-in-process.ts";

const service = scratchServiceOfFile();
let [backup, checkpoint, key] = ["", "", ""];

const verify = (...args: string[]) =>
  runInProcess(["verify", ...args], { DATA_DIR: service.dataDir, MASTER_KEY: service.masterKey.toString("base64") });
/** As someone does who has the file and the key, and no service. */
const verifyElsewhere = (...args: string[]) => runInProcess(["verify", ...args], { DATA_DIR: "/nowhere" });
const failed = (reason: string) => ({ code: 1, stdout: "", stderr: `attestory: ${reason}\n` });

beforeAll(async () => {
  const happened = (reason: string) =>
    service.happened(backupsStream, { type: "BackupFailed", data: { file: null, step: "proof", reason } });
  for (const reason of ["one", "two", "three"]) await happened(reason);
  const reportError = (error: unknown) => {
    throw error;
  };
  const every = { events: 1, seconds: 1 };
  const { promise: signed, resolve: onSigned } = Promise.withResolvers<string>();
  const noteKey = notaryKey(service.keyring);
  const notary = startNotary({ ...service, key: noteKey, now: () => new Date(), every, onSigned, reportError });
  const note = await signed;
  await notary.close();
  await happened("four");
  backup = join(service.dataDir, "backup.sql");
  checkpoint = join(service.dataDir, "kept");
  key = verifierKey(noteKey);
  writeFileSync(checkpoint, note);
  const environment = { DATA_DIR: service.dataDir, MASTER_KEY: service.masterKey.toString("base64") };
  expect(await runInProcess(["export", backup], environment)).toMatchObject({ code: 0 });
});

it("LG-06 proves the log beside the service, and a backup elsewhere, by checkpoints in it and those that were kept", async () => {
  const proven = {
    code: 0,
    stdout: `signed by ${key}\nin no checkpoint yet: the newest 2 events\nverified 5 events, 1 checkpoint\n`,
    stderr: "",
  };
  expect(await verify()).toEqual(proven);
  expect(await verify("--key", key)).toEqual(proven);
  expect(await verify(backup)).toEqual(proven);
  expect(await verifyElsewhere(backup, "--key", key)).toEqual(proven);
  expect((await verifyElsewhere(backup, "--key", key, "--checkpoint", checkpoint)).stdout).toContain("2 checkpoints");
  const other = await verify(backup, "--checkpoint", backup);
  expect(other).toEqual(failed(`${backup} is no checkpoint that ${key.split("+")[0]} has signed`));
});

it("LG-06 finds a backup whose events were changed and which was signed anew", async () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const lines = readFileSync(backup, "utf8").replace('"two"', '"too"').split("\n").slice(0, -2);
  const own = publicKey.export({ format: "jwk" }).x ?? "";
  const body = `${lines.join("\n")}\n`.replace(/"publicKey":"[\w-]+"/, `"publicKey":"${own}"`);
  const digest = createHash("sha256").update(body).digest();
  const closing = {
    ...JSON.parse(readFileSync(backup, "utf8").split("\n").at(-2)?.slice(3) ?? ""),
    sha256: digest.toString("hex"),
    signature: sign(null, digest, privateKey).toString("base64url"),
  };
  const forged = join(service.dataDir, "forged.sql");
  writeFileSync(forged, `${body}-- ${JSON.stringify(closing)}\n`);
  const reason = "the checkpoint of 3 events has another root than the events (position 4)";
  expect(await verifyElsewhere(forged, "--key", key)).toEqual(failed(reason));
  writeFileSync(forged, readFileSync(backup, "utf8").replace('"four"', '"fore"'));
  expect((await verifyElsewhere(forged, "--key", key)).stderr).toContain("the checksum is wrong");
});

it("LG-06 finds an event of the log that was changed together with its checksum", async () => {
  const database = new DatabaseSync(join(service.dataDir, "events-1.sqlite"));
  const [, , event] = await service.log.readStored(0n, 3);
  if (!event) throw new Error("there is no third event");
  const change = database.prepare("UPDATE events SET data = ?, checksum = ? WHERE position = ?");
  const data = event.data.replace("three", "thirty");
  change.run(data, checksumOf({ ...event, data }), event.position);
  expect(await verify()).toEqual(failed("the checkpoint of 3 events has another root than the events (position 4)"));
  change.run(data, checksumOf(event), event.position);
  expect((await verify()).code).toBe(1);
  change.run(event.data, checksumOf(event), event.position);
  database.close();
  expect((await verify()).code).toBe(0);
});

it("says what is wrong with its arguments", async () => {
  expect((await verify("--key", "attestory")).stderr).toContain(
    "--key takes a key as verify and the dashboard show it",
  );
  expect((await verify(backup, backup)).stderr).toContain("too many names: verify [FILE]");
  expect((await verifyElsewhere("/nowhere/backup.sql", "--key", key)).stderr).toContain("ENOENT");
});
