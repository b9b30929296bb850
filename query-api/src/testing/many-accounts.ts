import { randomUUID } from "node:crypto";
import { recorded } from "@attestory/event-store/testing/recorded.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { accounts } from "@attestory/projections/read-models/accounts.ts";
import { type UserDocument, users } from "@attestory/projections/read-models/users.ts";
import { openReadStore, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { checkpointAt } from "@attestory/projections/testing/checkpoint-at.ts";
import { folded } from "@attestory/projections/testing/given-when-then.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");

const userId = randomUUID();
const person = { userId, email: "", username: "", firstName: "User", lastName: null, passwordHash: "hash" };
/** What the projection makes of a user who registered and verified the address. */
const verified = folded(users, [
  recorded({ type: "UserRegistered", data: person }),
  recorded({ type: "EmailVerified", data: { userId, sameBrowser: true } }),
]) as UserDocument;

/** The account that registered as the nth. Its id does not follow that order. */
export function accountOf(nth: number, facts: Partial<UserDocument> = {}): UserDocument {
  const at = new Date(start + nth * 1000).toISOString();
  const digits = String((nth * 7919) % 1_000_003).padStart(12, "0");
  return {
    ...verified,
    id: `00000000-0000-4000-8000-${digits}`,
    email: `user-${nth}@example.com`,
    username: `user-${nth}`,
    lastName: `Lovelace ${nth % 7}`,
    registeredAt: at,
    emailVerifiedAt: at,
    updatedAt: at,
    ...facts,
  };
}

export interface ManyAccounts {
  store: Pick<ReadStore, "list">;
  /** How many documents were read so far. */
  read(): number;
  close(): Promise<void>;
}

const atOnce = 5000;

/** A read store with these accounts, which counts what is read from it. */
export async function openManyAccounts(documents: readonly UserDocument[]): Promise<ManyAccounts> {
  const location = { dataDir: temporaryFolder(), generation: 1 };
  const writer = await openReadStoreWriter(location);
  for (let from = 0; from < documents.length; from += atOnce) {
    const part = documents.slice(from, from + atOnce);
    const kept = new Map(part.map((document) => [document.id, { position: 1n, document }]));
    await writer.write([{ collection: accounts, documents: kept, checkpoint: checkpointAt(1n) }]);
  }
  const store = await openReadStore(location);
  let read = 0;
  return {
    store: {
      async list(...asked) {
        const rows = await store.list(...asked);
        read += rows.length;
        return rows;
      },
    },
    read: () => read,
    close: async () => void (await Promise.all([store.close(), writer.close()])),
  };
}
