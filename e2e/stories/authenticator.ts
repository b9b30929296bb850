import type { CDPSession, Page } from "playwright-core";

/** A key that is plugged into one tab: it knows its user by touch or PIN, and its credentials are passkeys. */
export interface Authenticator {
  /** How many credentials it holds. */
  credentials(): Promise<number>;
  /** Whether it recognises its user from now on. If not, every ceremony ends without a credential. */
  recogniseUser(recognises: boolean): Promise<void>;
}

/** Chromium's virtual authenticator, in place of the browser's dialogs and of a key. */
export async function plugIn(page: Page): Promise<Authenticator> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async credentials() {
      return (await session.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length;
    },
    async recogniseUser(recognises) {
      await session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: recognises });
    },
  };
}
