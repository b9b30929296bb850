import { visible } from "./visible.ts";

const longest = 60;

/**
 * What was received for a setting that is refused, to be put behind the reason. Never a secret: of a key only the length, nothing of the mail
 * server's address, and of any other value neither what stands before an @, which may be a password, nor the query of an address.
 */
export function received(name: string, value: string): string {
  if (name === "SMTP_URL") return "";
  if (/KEY|SECRET/.test(name)) return `: received ${value.length} characters`;
  const [address = "", ...query] = value.replace(/^.*@/s, "…@").split("?");
  const shown = query.length > 0 ? `${address}?…` : address;
  return `: received "${visible(shown.slice(0, longest))}"`;
}
