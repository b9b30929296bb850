import { randomNonce } from "@attestory/runtime/random-nonce.ts";

export const nonceBytes = 12;

/** A nonce of AES-256-GCM. Random, as several processes encrypt with one key: of 2^32 nonces, two are equal once in 2^33 times. */
export const newNonce = (): Buffer => randomNonce(nonceBytes);
