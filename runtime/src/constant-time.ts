import { timingSafeEqual } from "node:crypto";

/** Whether two texts are equal. The time it takes does not depend on where they differ, so no secret can be guessed bit by bit. */
export function isEqualInConstantTime(presented: string, expected: string): boolean {
  const [given, right] = [Buffer.from(presented), Buffer.from(expected)];
  // The length of a digest or a token is no secret.
  return given.length === right.length && timingSafeEqual(given, right);
}
