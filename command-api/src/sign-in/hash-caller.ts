import { networkOf, siteBits } from "@attestory/http/parsing/client-address.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { HashCaller } from "../passwords/password-hasher.ts";

/**
 * For whom the hashing queue keeps a place. Of an IPv6 address its /48 counts: a site has 65,536 networks of the size that rate limits
 * count by, more than the queue has places.
 * @param account its `accountKey`
 */
export const hashCaller = (account: string, { ip }: Pick<CommandContext, "ip">): HashCaller => ({
  account,
  network: ip === null ? "" : (networkOf(ip, siteBits) ?? ip),
});
