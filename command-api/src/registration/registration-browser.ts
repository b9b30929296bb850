import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { hostCookie } from "@attestory/http/parsing/cookies.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";

/**
 * The cookie of the browser that registered. It shows whether the link of the email was opened in the browser where the password was
 * chosen, and grants nothing. It does not identify the account; it can only be verified against one.
 */
export const registrationCookie = "__Host-registration";
/** A day longer than a registration lasts. */
const seconds = 8 * 86_400;

export const registrationCookieFor = (keyring: Keyring, userId: string): string =>
  hostCookie(registrationCookie, sign(keyring, userId), seconds);

export const isRegistrationBrowser = (keyring: Keyring, cookie: string | undefined, userId: string): boolean =>
  isEqualInConstantTime(cookie ?? "", sign(keyring, userId));

const sign = (keyring: Keyring, userId: string): string => keyring.hmac("link key", "registration browser", userId);
