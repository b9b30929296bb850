import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { hardwareKeys } from "@attestory/projections/read-models/hardware-keys.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { readInvitationBudget } from "../api-keys/read-invitation-budget.ts";
import { answerHardwareKeys } from "../hardware-keys/answer-keys.ts";
import type { AdminAccount } from "./schema.ts";

/** More than an account may have. */
const limit = 100;

/** What an account signs in with, and what became of it. No secret is among it. */
export async function accountFacts(
  { store, sealing }: { store: Pick<ReadStore, "get" | "list">; sealing: Pick<Sealing, "decryptSealed"> },
  user: UserDocument,
  { invitationsPerDay: perDay, now }: { invitationsPerDay: number; now: Date },
): Promise<AdminAccount> {
  const keys = await store.list(hardwareKeys, { index: "user", value: user.id, direction: "ascending", limit });
  return {
    emailVerifiedAt: user.emailVerifiedAt,
    passwordChangedAt: user.passwordChangedAt,
    hasPassword: user.hasPassword,
    pendingEmail: user.pendingEmail?.email ?? null,
    createdBy: user.createdBy,
    hardwareKeys: await answerHardwareKeys(sealing, keys),
    invitations: await readInvitationBudget(store, { userId: user.id, perDay }, now),
  };
}
