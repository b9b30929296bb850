import { createHmac } from "node:crypto";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";

/** What processes of one installation share, where a test has no vault. */
export const keyring: Pick<Keyring, "hmac"> = {
  hmac: (name, ...parts) => createHmac("sha256", name).update(JSON.stringify(parts)).digest("base64url"),
};
