import { domainToASCII } from "node:url";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { identifierStream, type StreamName } from "@attestory/events/envelope.ts";

/**
 * One key for every spelling of the same mailbox: domain by IDNA, everything in lower case. Dots and `+tags` stay, they are
 * other mailboxes. Null: the domain is none. Takes what the contract's `emailAddress` let through.
 */
export function canonicalEmail(email: string): string | null {
  const at = email.lastIndexOf("@");
  const domain = domainToASCII(email.slice(at + 1));
  // What a URL parser takes for an IPv4 address is no mail domain.
  if (domain === "" || /^[\d.]+$/.test(domain)) return null;
  return `${email.slice(0, at).toLowerCase()}@${domain.toLowerCase()}`;
}

export const canonicalUsername = (username: string): string => username.toLowerCase();

/** Names that could be mistaken for the service or for a part of it. */
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

/** The stream that says who owns it. The pepper keeps anyone without the vault from guessing addresses against the log. */
export const emailStream = (keyring: Keyring, canonical: string): StreamName =>
  identifierStream("email", keyring.hmac("identifier pepper", "email", canonical));
export const usernameStream = (keyring: Keyring, username: string): StreamName =>
  identifierStream("username", keyring.hmac("identifier pepper", "username", canonicalUsername(username)));
/** What a decoy claims in the place of its address: as many facts as a registration leaves, so that counting them tells nothing. */
export const decoyStream = (keyring: Keyring, userId: string): StreamName =>
  identifierStream("email", keyring.hmac("identifier pepper", "decoy", userId));
