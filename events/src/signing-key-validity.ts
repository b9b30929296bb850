/** The rule for the keys that sign tokens. The command side applies it to their stream, the query side to documents. */

/** Seconds. Nobody who verifies tokens may keep the keys for longer without asking again: the JWKS is answered with it. */
export const keysCachedSeconds = 300;
/** Seconds. A key is published for so long before it signs, unless a rotation is urgent: many verifiers keep keys for hours. */
export const publishedAheadSeconds = 86_400;
/** Seconds. A replaced key stays published: an hour until its last token has expired, and one for clocks that differ. */
export const publishedAfterSeconds = 7200;

/** Each null: not yet. */
export interface SigningKeyTimes {
  createdAt: Date;
  signsSince: Date | null;
  replacedAt: Date | null;
  withdrawnAt: Date | null;
}

/** `retired`: its last token has expired. `withdrawn`: nothing that it signed counts. All others are published. */
export type SigningKeyState = "next" | "current" | "previous" | "retired" | "withdrawn";

export function signingKeyState(key: Omit<SigningKeyTimes, "createdAt">, now: Date): SigningKeyState {
  const { signsSince, replacedAt, withdrawnAt } = key;
  if (withdrawnAt) return "withdrawn";
  if (replacedAt) return now < lastTokenOver(replacedAt) ? "previous" : "retired";
  return signsSince ? "current" : "next";
}

/** Whether the JWKS has it, and an access token signed by it may count. */
export const isPublished = (state: SigningKeyState): boolean => state !== "retired" && state !== "withdrawn";

const lastTokenOver = (replacedAt: Date): Date => new Date(replacedAt.getTime() + publishedAfterSeconds * 1000);

/** When a key leaves the JWKS, or left it; null for one that was not replaced. A retired one that is withdrawn had left before. */
export function leavesAt({
  replacedAt,
  withdrawnAt,
}: Pick<SigningKeyTimes, "replacedAt" | "withdrawnAt">): Date | null {
  const over = replacedAt && lastTokenOver(replacedAt);
  if (over === null || withdrawnAt === null) return over ?? withdrawnAt;
  return withdrawnAt < over ? withdrawnAt : over;
}

/** From when on a published key may sign without anybody missing it. */
export const maySignAt = (createdAt: Date): Date => new Date(createdAt.getTime() + publishedAheadSeconds * 1000);
