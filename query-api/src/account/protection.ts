import type { Clock } from "@attestory/event-store/clock.ts";
import { isApiKeyGood } from "@attestory/events/api-key-validity.ts";
import { apiKeys } from "@attestory/projections/read-models/api-keys.ts";
import { consents } from "@attestory/projections/read-models/consents.ts";
import { hardwareKeys } from "@attestory/projections/read-models/hardware-keys.ts";
import { recoveryCodes } from "@attestory/projections/read-models/recovery-codes.ts";
import type { SessionDocument } from "@attestory/projections/read-models/sessions.ts";
import { trustedDevices } from "@attestory/projections/read-models/trusted-devices.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { listSessions } from "../sign-in/list-sessions.ts";
import type { Protection } from "./schema.ts";

/** Those that must be up to date. */
export const protectionModels = [hardwareKeys, recoveryCodes, trustedDevices].map(({ name }) => name);

/** More than an account usually has. Further ones are not counted. */
const limit = 1000;

/** What signs in to an account or acts for it, counted. Of the sessions, all but `current`. */
export async function protectionOf(
  { store, generation, now }: { store: Pick<ReadStore, "get" | "list">; generation: number; now: Clock },
  { user, current }: { user: UserDocument; current: SessionDocument | null },
): Promise<Protection> {
  const own = { index: "user", value: user.id, direction: "ascending", limit } as const;
  const [signedIn, allowed, programs, keys, codes, trusting] = await Promise.all([
    listSessions({ store, generation, now }, { user, current }, { limit }),
    store.list(consents, own),
    store.list(apiKeys, own),
    store.list(hardwareKeys, own),
    store.get(recoveryCodes, user.id),
    store.get(trustedDevices, user.id),
  ]);
  const at = now();
  const trusted = (trusting?.devices ?? []).filter(
    ({ sessionEpoch, endsAt }) => sessionEpoch === user.sessionEpoch && endsAt > at.getTime(),
  );
  return {
    hasPassword: user.hasPassword,
    sessions: signedIn.sessions.filter(({ id }) => id !== current?.id).length,
    consents: allowed.length,
    apiKeys: programs.filter(({ document }) => isApiKeyGood(document, user, at)).length,
    hardwareKeys: keys.length,
    twoFactorEnabled: user.twoFactorEnabled,
    recoveryCodes: codes?.left ?? 0,
    trustedBrowsers: trusted.length,
  };
}
