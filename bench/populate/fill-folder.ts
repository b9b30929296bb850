import { mkdirSync } from "node:fs";
import { emailStream, usernameStream } from "@attestory/command-api/identifiers/canonical.ts";
import { createPasswordHasher } from "@attestory/command-api/passwords/password-hasher.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { openMasterKey } from "@attestory/event-store/vault/master-key-file.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import type { StreamName } from "@attestory/events/envelope.ts";
import { everyonesPassword, inventedPerson } from "./invented-person.ts";
import { life } from "./life.ts";
import { openFolder } from "./open-folder.ts";
import { workersProgress } from "./workers-progress.ts";

export interface Filling {
  folder: string;
  users: number;
  /** The same seed gives the same people and events. Only encrypted data differs, because keys are random. */
  seed: string;
  /** Master key; if null, the key file in the folder, which is created as the product creates it. */
  key?: Buffer | null;
  /** Number of people whose events are interleaved in the log. */
  atOnce?: number;
  onProgress?: (users: number, events: number) => void;
}

const defaultAtOnce = 500;
const tellsOfMs = 2 * 365 * 86_400_000;

/** Fills an empty data folder with people and their events of two years, through the writers of the log and the vault. */
export async function fillFolder(filling: Filling): Promise<{ events: number }> {
  const { folder, users, seed, key, atOnce = defaultAtOnce, onProgress } = filling;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { log, vault, onFault, close } = await openFolder(folder);
  try {
    if ((await log.head()) > 0n) throw new Error(`${folder} holds a log already`);
    const keyring = await openKeyring(
      vault,
      openMasterKey(key ? [key] : null, { dataDir: folder, creates: true }),
      log,
    );
    const sealing = createSealing(keyring);
    const hasher = await createPasswordHasher((error) => onFault(error as Error));
    const passwordHash = await hasher.hash(everyonesPassword, { account: "everyone", network: "" });
    const progress = workersProgress();
    const cohorts = Math.ceil(users / atOnce);
    const begin = Date.now() - tellsOfMs;
    const ms = Math.floor(tellsOfMs / cohorts);
    const versions = new Map<StreamName, number>();
    /** Every stream belongs to one cohort, except the two progress streams. */
    const cohortEnds = () => {
      for (const stream of versions.keys()) if (!stream.endsWith("Progress")) versions.delete(stream);
    };
    let events = 0;
    let written: Promise<unknown> = Promise.resolve();

    for (let cohort = 0; cohort < cohorts; cohort++) {
      const span = { from: begin + cohort * ms, ms };
      const numbers = Array.from(
        { length: Math.min(atOnce, users - cohort * atOnce) },
        (_, at) => cohort * atOnce + at,
      );
      const people = numbers.map((number) => inventedPerson(seed, number));
      await Promise.all(people.map(({ userId }) => keyring.createPersonKey(userId)));
      const lives = people.flatMap((person) => {
        const identifiers = [usernameStream(keyring, person.username), emailStream(keyring, person.email)];
        return life({ person, identifiers, passwordHash, span });
      });
      const inOrder = progress(
        lives.toSorted((a, b) => a.decided.recordedAt.getTime() - b.decided.recordedAt.getTime()),
      );
      const sealed = await Promise.all(
        inOrder.map(async ({ stream, decided }) => ({ stream, events: await sealing.seal(stream, [decided]) })),
      );
      // The log writes at most one cohort, the previous one, while this one is encrypted.
      await written;
      written = Promise.all(
        sealed.map(({ stream, events }) => {
          const version = versions.get(stream) ?? 0;
          versions.set(stream, version + 1);
          return log.append(stream, version, events);
        }),
      );
      cohortEnds();
      events += sealed.length;
      onProgress?.(cohort * atOnce + people.length, events);
    }
    await written;
    return { events };
  } finally {
    await close();
  }
}
