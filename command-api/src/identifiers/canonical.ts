import { domainToASCII } from "node:url";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { identifierStream, type StreamName } from "@attestory/events/envelope.ts";

/**
 * Returns one key for all spellings of a mailbox: the domain by IDNA, everything in lower case. Dots and `+tags` are kept: they
 * name other mailboxes. Null if the domain is invalid. Expects an address that `emailAddress` of `accounts/email-address-schema.ts` accepts.
 */
export function canonicalEmail(email: string): string | null {
  const at = email.lastIndexOf("@");
  const domain = canonicalDomain(email.slice(at + 1));
  return domain && `${email.slice(0, at).toLowerCase()}@${domain}`;
}

/** One text for all spellings of a mail domain, by IDNA and in lower case. Null if it is invalid. */
export function canonicalDomain(text: string): string | null {
  const domain = domainToASCII(text);
  // A URL parser reads such text as an IPv4 address, which is no mail domain.
  return domain === "" || /^[\d.]+$/.test(domain) ? null : domain.toLowerCase();
}

export const canonicalUsername = (username: string): string => username.toLowerCase();

/** Usernames that could be mistaken for the service or a part of it. */
const reserved = new Set(
  `about abuse account accounts admin administrator api apps attestory auth billing contact dashboard dev developer developers
   docs help hostmaster info legal login logout mail me moderator news noreply no-reply null oauth official openid operator owner
   postmaster privacy register root security settings signin signup ssl staff status support system team test undefined user
   users webmaster well-known www`.split(/\s+/),
);
const bare = (username: string) =>
  canonicalUsername(username).replaceAll(/[._-]/g, "").replaceAll("0", "o").replaceAll(/[1l]/g, "i");
const reservedBare = new Set([...reserved].map(bare));

/** True also for look-alikes: `adm1n`, `r00t`, `sup.port`. */
export const isReserved = (username: string): boolean => reservedBare.has(bare(username));

/** The stream of an address's owner. Without the pepper, which is in the vault, nobody can test guessed addresses against the log. */
export const emailStream = (keyring: Keyring, canonical: string): StreamName =>
  identifierStream("email", keyring.hmac("identifier pepper", "email", canonical));
export const usernameStream = (keyring: Keyring, username: string): StreamName =>
  identifierStream("username", keyring.hmac("identifier pepper", "username", canonicalUsername(username)));
/** The stream that a decoy reserves instead of its address: it leaves as many events as a registration, so counting reveals nothing. */
export const decoyStream = (keyring: Keyring, userId: string): StreamName =>
  identifierStream("email", keyring.hmac("identifier pepper", "decoy", userId));
