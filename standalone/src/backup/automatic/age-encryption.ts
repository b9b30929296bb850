import type { Decrypter } from "age-encryption";
import { ProofFault } from "./failure-reason.ts";
import { notingFailure } from "./noting-failure.ts";

/** Encrypts one file for a recipient, and decrypts the same file again. */
export interface FileEncryption {
  encrypt(pieces: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>>;
  decrypt(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
}

const hybridPrefix = "age1pq1";

/**
 * Encrypts to the recipient and to a second one, whose identity exists only in this object: with it the service can open its own file
 * to prove it, until the object is forgotten. Memory does not depend on the size of the file.
 */
export async function encryptionTo(recipient: string): Promise<FileEncryption> {
  // Loaded only if it is used.
  const age = await import("age-encryption");
  // A recipient that quantum computers cannot break is of use only if all are of that kind.
  const identity = await (recipient.startsWith(hybridPrefix)
    ? age.generateHybridIdentity()
    : age.generateX25519Identity());
  const ownRecipient = await age.identityToRecipient(identity);
  return {
    async encrypt(pieces) {
      const encrypter = new age.Encrypter();
      encrypter.addRecipient(recipient);
      encrypter.addRecipient(ownRecipient);
      return encrypter.encrypt(ReadableStream.from(pieces));
    },
    decrypt(pieces) {
      const decrypter = new age.Decrypter();
      decrypter.addIdentity(identity);
      return decrypted(decrypter, pieces);
    },
  };
}

/** @throws ProofFault, and what reading the pieces throws. */
async function* decrypted(decrypter: Decrypter, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const noted = notingFailure(pieces);
  try {
    yield* await decrypter.decrypt(ReadableStream.from(noted.pieces));
  } catch {
    throw noted.causeOf(new ProofFault("the encrypted file was changed or damaged"));
  }
}
