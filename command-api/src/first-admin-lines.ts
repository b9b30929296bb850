import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { adminExists, makeAdminLink } from "./admin/admin-link.ts";
import { systemContext } from "./handling/command-context.ts";
import type { CommandHandler } from "./handling/command-handler.ts";

export interface FirstAdmin {
  /** Whether there is an active admin. */
  exist(): Promise<boolean>;
  /** Makes the link for the first admin. Null if there is one now. It must only be shown on the operator's terminal. */
  makeLink(): Promise<string | null>;
}

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  publicUrl: string;
  now: Clock;
}

export const createFirstAdmin = ({ now, ...dependencies }: Dependencies): FirstAdmin => ({
  exist: () => adminExists(dependencies.commandHandler, systemContext("start", now())),
  async makeLink() {
    const link = await makeAdminLink(dependencies, systemContext("start", now()));
    return typeof link === "string" ? link : null;
  },
});

/** How to make the first admin, while there is none: lines for standard output, which is the operator's terminal if `isTerminal`. */
export interface FirstAdminHint {
  admins: FirstAdmin;
  /** The command that prints a link. */
  command: string;
  isTerminal: boolean;
}

/**
 * On a terminal, a link whose opener becomes the first admin. Anywhere else, standard output may be kept in a log, so only the command
 * that prints a link. No lines once there is an admin, or if that cannot be found out now.
 */
export async function firstAdminLines({ admins, command, isTerminal }: FirstAdminHint): Promise<string[]> {
  try {
    if (await admins.exist()) return [];
    const link = isTerminal ? await admins.makeLink() : null;
    if (link === null) return [`There is no admin yet: ${command} prints a link that makes one`];
    return ["There is no admin yet. Open this link and register or sign in: it works once, for 15 minutes", link];
  } catch {
    // The service runs all the same. The same error is reported where a request meets it.
    return [];
  }
}
