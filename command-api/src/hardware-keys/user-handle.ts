import { parse, stringify, validate } from "uuid";

/** A user's id as WebAuthn's user handle: base64url of its bytes. It says nothing about the person. */
export const userHandleOf = (userId: string): string => Buffer.from(parse(userId)).toString("base64url");

/** Null if it is not the handle of any user. */
export function userIdOf(userHandle: string): string | null {
  const bytes = Buffer.from(userHandle, "base64url");
  if (bytes.length !== 16) return null;
  const hex = bytes.toString("hex");
  const id = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  return validate(id) ? stringify(bytes) : null;
}
