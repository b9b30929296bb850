import type { InProcess } from "../start-in-process.ts";
import type { Answered } from "./client.ts";

/** The command side of the product, without queries: a test holds back its read models. */
export interface CommandSide extends Pick<InProcess, "url" | "happened" | "history"> {
  /** The address that browsers see. */
  publicUrl: string;
  /** Each returns the token of a link that the command line prints. There is one for the first admin only while there is no admin. */
  operatorLinks: { admin(): Promise<string>; rescue(email: string): Promise<string> };
}

export interface Revocation {
  /** `METHOD /path`, as declared. */
  route: string;
  /** What the call is, or what it ends. */
  what: string;
  /** Of the answer; 200 by default. */
  status?: number;
  /** Prepares the call, and returns it. */
  prepare(product: CommandSide): Promise<() => Promise<Answered>>;
}
