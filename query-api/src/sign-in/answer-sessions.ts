import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { deviceInWords, locationInWords } from "@attestory/http/parsing/device.ts";
import type { SessionDocument } from "@attestory/projections/read-models/sessions.ts";
import { decryptFields } from "../handling/decrypt-fields.ts";
import type { Session } from "./schema.ts";
import { signedInWith } from "./signed-in-with.ts";

/** Sessions as they are shown. `currentId`: the session that asks, or null if it is not of the same user. */
export async function answerSessions(
  sealing: Pick<Sealing, "decryptSealed">,
  found: readonly SessionDocument[],
  currentId: string | null,
): Promise<Session[]> {
  const usedFrom = await decryptFields(sealing, found);
  return found.map((session) => {
    const { ip = null, userAgent = null } = usedFrom.get(session.id) ?? {};
    return {
      id: session.id,
      userAgent,
      ipAddress: ip,
      lastAccess: new Date(session.lastSeenAt).toISOString(),
      isCurrent: session.id === currentId,
      createdAt: new Date(session.startedAt).toISOString(),
      device: deviceInWords(userAgent),
      location: locationInWords(ip),
      method: session.method,
      secondFactor: session.secondFactor,
      signedInWith: signedInWith(session),
    };
  });
}
