import type { TrustedDevice } from "@attestory/query-api/second-factors/schema.ts";
import type { Session } from "@attestory/query-api/sign-in/schema.ts";

const sessions = "/api/user/sessions";
const trusted = "/api/user/trusted-devices";

/** What the sessions dialog is about to end, and what it asks and says. */
export interface Revocation {
  path: string;
  title: string;
  loss: string;
  done: string;
}

export const revokeSession = ({ id, device }: Session): Revocation => ({
  path: `${sessions}/${id}`,
  title: `Revoke the session of ${device}?`,
  loss: "This device is signed out at once. What was saved there stays saved.",
  done: "Session revoked",
});

/** The service ends the trust in those devices too. */
export const revokeOthers: Revocation = {
  path: sessions,
  title: "Revoke all other sessions?",
  loss: "Every device but this one is signed out at once, and no other browser stays trusted. What was saved there stays saved.",
  done: "Other sessions revoked",
};

export const revokeTrust = ({ id, device }: TrustedDevice): Revocation => ({
  path: `${trusted}/${id}`,
  title: `Revoke the trust in ${device}?`,
  loss: "The next sign-in in this browser asks for your second factor again. Nobody is signed out.",
  done: "Trust revoked",
});
