import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { CommandContext } from "../handling/command-context.ts";

/** Case TF-11: 25 characters of five bits each. So many bits cannot be guessed, and need no slow hash. */
const length = 25;
const groupLength = 5;
/** Crockford's base 32: none of its characters looks like another. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
export const recoveryCodeCount = 10;

export interface RecoveryCodeSet {
  setId: string;
  codes: readonly string[];
}

/** A repeated command makes the same codes. */
export const newRecoveryCodes = (commandContext: CommandContext): RecoveryCodeSet => ({
  setId: commandContext.newId("recovery codes"),
  codes: Array.from({ length: recoveryCodeCount }, (_, n) => written(commandContext.newSecret(`recovery code ${n}`))),
});

/** `secret`: 32 random bytes, base64url. Five bits of each of the first 25 make a character. */
function written(secret: string): string {
  const characters = [...Buffer.from(secret, "base64url").subarray(0, length)].map((byte) => alphabet[byte % 32]);
  const groups = Array.from({ length: length / groupLength }, (_, n) =>
    characters.slice(n * groupLength, (n + 1) * groupLength).join(""),
  );
  return groups.join("-");
}

/** The code in its one form, however it was typed: in lower case, without dashes, with O for 0. Null if it cannot be one. */
export function canonicalRecoveryCode(text: string): string | null {
  const code = text.replace(/[\s-]/g, "").toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  return /^[0-9A-HJKMNP-TV-Z]{25}$/.test(code) ? code : null;
}

/** What the log keeps of a code. `code`: as `canonicalRecoveryCode` returns it. */
export const recoveryCodeDigest = (keyring: Keyring, userId: string, code: string): string =>
  keyring.hmac("link key", "recovery code", userId, code);
