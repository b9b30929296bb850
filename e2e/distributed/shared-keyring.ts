import { createHmac } from "node:crypto";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";

/** The key that the processes of one installation share, for tests without a vault. */
export const keyring: Pick<Keyring, "hmac"> = {
  hmac: (name, ...parts) => createHmac("sha256", name).update(JSON.stringify(parts)).digest("base64url"),
};
