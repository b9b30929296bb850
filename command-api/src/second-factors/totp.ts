import { generateSecret, generateURI, verifySync } from "otplib";

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, steps of 30 seconds. */
const stepSeconds = 30;
/** RFC 4226, section 4, recommends 160 bits. */
const secretBytes = 20;

/** 160 random bits, base32. */
export const newTotpSecret = (): string => generateSecret({ length: secretBytes });

/** What the QR code says to an authenticator app. */
export const otpauthUri = ({ account, secret }: { account: string; secret: string }): string =>
  generateURI({ issuer: "Attestory", label: account, secret });

export const isTotpCode = (text: string): boolean => /^[0-9]{6}$/.test(text);

/** The step whose code this is: the one at this time, or the one before or after it. Null if it is none of theirs. */
export function matchingStep(secret: string, code: string, now: Date): number | null {
  const epoch = Math.floor(now.getTime() / 1000);
  const verdict = verifySync({ secret, token: code, epoch, epochTolerance: stepSeconds });
  return verdict.valid && "timeStep" in verdict ? verdict.timeStep : null;
}

/**
 * Whether this step, or one after it, was accepted before. `used`: the newest steps that were, in the order in which they came. A last
 * step that no right clock has reached was accepted while the machine's clock was ahead, and refuses none but itself: otherwise its owner
 * could not sign in until then.
 */
export function wasUsed(step: number, used: readonly number[], now: Date): boolean {
  const last = used.at(-1) ?? -1;
  const isFromTheFuture = last > Math.floor(now.getTime() / 1000 / stepSeconds) + 1;
  return used.includes(step) || (step <= last && !isFromTheFuture);
}
