import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";

/** A nonce is given for so long. It is accepted for as long before and after, as the clocks of two processes differ. */
export const nonceSeconds = 180;

interface NonceParts {
  /** The keyring's HMAC under the link key: every process of a service gives and accepts the same nonces. */
  hmac(...parts: string[]): string;
  /** As of `SingleUses`: the nonces of a process that counted in its memory end with it. */
  since: Date | null;
}

/** Nonces of proofs (RFC 9449 section 8). None is stored: each is the HMAC of a window of time. */
export interface Nonces {
  current(machineTime: Date): string;
  accepts(nonce: string, machineTime: Date): boolean;
}

export function createNonces({ hmac, since }: NonceParts): Nonces {
  const process = since === null ? "" : String(since.getTime());
  const ofWindow = (window: number) => hmac("DPoP nonce", process, String(window));
  const windowAt = (machineTime: Date) => Math.floor(machineTime.getTime() / 1000 / nonceSeconds);
  return {
    current: (machineTime) => ofWindow(windowAt(machineTime)),
    accepts: (nonce, machineTime) =>
      [0, -1, 1].some((offset) => isEqualInConstantTime(nonce, ofWindow(windowAt(machineTime) + offset))),
  };
}
