import type { Answered } from "../http/client.ts";
import type { Command } from "./commands.ts";
import type { Request, Visitor } from "./request.ts";

/** What a flow needs: its calls throw if the process dies meanwhile. */
export interface Scene {
  url: string;
  admin: Visitor;
  now(): Date;
  does(command: Command): Promise<Answered>;
  /** Another new user, who is signed in. */
  another(): Promise<Visitor>;
  /** The token of the newest link to this page that was emailed to the address, in an email of this subject. */
  linkTo(email: string, page: string, subject: string): Promise<string>;
  /** The code of the newest email with one to the address. */
  codeTo(email: string): Promise<string>;
  /** The token of the link that this command of the command line prints. */
  operator(...command: string[]): Promise<string>;
}

/** What a new user does: commands that need one another. */
export interface Flow {
  /** What it requests, but for what other flows request too. The process dies at each of their steps. */
  requests: Readonly<Record<string, Request>>;
  run(visitor: Visitor, scene: Scene): Promise<void>;
}
