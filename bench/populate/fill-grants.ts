import { newEvent } from "@attestory/event-store/testing/new-event.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { authorizationStream, consentStream, type StreamName } from "@attestory/events/envelope.ts";
import { openFolder } from "./open-folder.ts";
import { type Chance, seededBytes } from "./seeded-bytes.ts";

export interface GrantFilling {
  /** Of a service that does not run. */
  folder: string;
  grants: number;
  seed: string;
  /** Of the folder. */
  key: Buffer;
}

const atOnce = 500;
const applications = 100;
const scopes = ["openid", "profile", "email", "offline_access"];

interface Written {
  stream: StreamName;
  events: AttestoryEvent[];
}

/** A consent, and a code that was exchanged for a refresh token. */
function grant(chance: Chance, applicationId: string, now: Date): Written[] {
  const [userId, authorizationId, sessionId] = [chance.uuid(), chance.uuid(), chance.uuid()];
  const parties = { userId, applicationId };
  const consent = { ...parties, scopes, apis: [], applicationName: "Ledgerline", isNew: true };
  const request = {
    redirectUri: "https://app.example.com/callback",
    scopes,
    nonce: null,
    codeChallenge: null,
    dpopJkt: null,
    api: null,
  };
  const epochs = { sessionEpoch: 0, consentEpoch: 0, applicationEpoch: 0, trustEpoch: 0, generation: 1 };
  const times = { authenticatedAt: now.toISOString(), expiresAt: new Date(now.getTime() + 60_000).toISOString() };
  const told = { acr: "urn:attestory:acr:1fa", amr: ["pwd"], claims: { idToken: [], userinfo: [] } };
  return [
    { stream: consentStream(parties), events: [{ type: "ConsentGranted", data: consent }] },
    {
      stream: authorizationStream(authorizationId),
      events: [
        {
          type: "AuthorizationCodeIssued",
          data: { authorizationId, ...parties, sessionId, ...request, ...epochs, basis: "consent", ...told, ...times },
        },
        { type: "AuthorizationCodeRedeemed", data: { authorizationId, ...parties, offline: true, dpopJkt: null } },
      ],
    },
  ];
}

/** Adds consents and families of tokens to a data folder: those of invented users and applications. */
export async function fillGrants({ folder, grants, seed, key }: GrantFilling): Promise<void> {
  const { log, vault, close } = await openFolder(folder);
  try {
    const keyring = await openKeyring(vault, masterKey(key), log);
    const sealing = createSealing(keyring);
    // Reading consents and tokens decrypts nothing, so one person's key serves for all.
    const person = seededBytes(seed, applications).uuid();
    await keyring.createPersonKey(person);
    const applicationIds = Array.from({ length: applications }, (_, number) => seededBytes(seed, number).uuid());
    for (let done = 0; done < grants; done += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, grants - done) }, (_, at) => {
        const chance = seededBytes(`${seed} grants`, done + at);
        return grant(chance, chance.oneOf(applicationIds), new Date());
      });
      await Promise.all(
        some.flat().map(async ({ stream, events }) => {
          const decided = events.map((event) => newEvent(event, { person }));
          return log.append(stream, 0, await sealing.seal(stream, decided, { isFirst: true }));
        }),
      );
    }
  } finally {
    await close();
  }
}
