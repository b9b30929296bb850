import { randomUUID } from "node:crypto";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import {
  backupsStream,
  clientCallsStream,
  clientTokenStream,
  consentStream,
  mailStream,
  signingKeysStream,
} from "@attestory/events/envelope.ts";
import type { Fields } from "./random-fields.ts";
import type { Fact, RandomStreams } from "./random-streams.ts";

type FactsOf = (fields: Fields, streams: RandomStreams) => Fact[];

/** Events that are appended without a decision on their stream's state. */
export const facts = {
  LetterSent({ sessionId }, streams) {
    const data = { causeId: sessionId, causeStream: "user", causeVersion: 1, letter: "x" };
    return streams.record(mailStream(randomUUID()), null, { type: "LetterSent", data });
  },
  /** All that may become of it: its document is that of every history, and has the newest of each. */
  BackupTaken({ flag }, streams) {
    const [file, position] = ["attestory.sql", "1"];
    const taken = { file, position, bytes: 1, events: 1, keys: 1, isEncrypted: flag, ms: 1 };
    const proven = { file, position, events: 1, accounts: 1, applications: 0, consents: 0, ms: 1 };
    const events: AttestoryEvent[] = [
      { type: "BackupTaken", data: taken },
      { type: "BackupProven", data: proven },
      { type: "BackupFailed", data: { file, step: "proof", reason: "the file is not whole" } },
    ];
    return (flag ? events : events.toReversed()).flatMap((event) => streams.record(backupsStream, null, event));
  },
  ConsentUsed({ userId, applicationId, consent: { isGranted } }, streams) {
    const data = { userId, applicationId };
    return isGranted ? streams.record(consentStream(data), userId, { type: "ConsentUsed", data }) : [];
  },
  /** With all that may become of it. */
  SigningKeyCreated({ flag }, streams) {
    const algorithm = flag ? "ES256" : "RS256";
    const publicKey = { kty: flag ? "EC" : "RSA" };
    const [replaced, next] = [
      { keyId: randomUUID(), algorithm },
      { keyId: randomUUID(), algorithm },
    ] as const;
    const promoted = { ...next, replacedKeyId: replaced.keyId, reason: "compromised" } as const;
    const events: AttestoryEvent[] = [
      { type: "SigningKeyCreated", data: { ...replaced, publicKey, encryptedKey: "", signs: true } },
      { type: "SigningKeyCreated", data: { ...next, publicKey, encryptedKey: "", signs: false } },
      { type: "SigningKeyPromoted", data: promoted },
      { type: "SigningKeyWithdrawn", data: replaced },
    ];
    return events.flatMap((event) => streams.record(signingKeysStream, null, event));
  },
  ClientTokenRevoked({ applicationId, now }, streams) {
    const data = { tokenId: randomUUID(), applicationId, expiresAt: now.toISOString() };
    return streams.record(clientTokenStream(data.tokenId), null, { type: "ClientTokenRevoked", data });
  },
  ClientCallFailed: ({ applicationId, flag }, streams) =>
    streams.record(clientCallsStream(applicationId), null, {
      type: "ClientCallFailed",
      data: {
        applicationId,
        callId: randomUUID(),
        endpoint: flag ? "authorize" : "token",
        error: "invalid_request",
        description: "",
        differences: [],
      },
    }),
} as const satisfies Record<string, FactsOf>;
