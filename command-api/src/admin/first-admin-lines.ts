import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { operatorLinkSeconds } from "../accounts/rescue.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { adminExists, makeAdminLink } from "./admin-link.ts";

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

/** How to make the first admin, while there is none: lines for standard output, which may have the link if `showsLink`. */
export interface FirstAdminHint {
  admins: FirstAdmin;
  /** The command that prints a link. */
  command: string;
  showsLink: boolean;
}

/**
 * With `showsLink`, a link whose opener becomes the first admin. Anywhere else than on a terminal, standard output may be kept in a log, so
 * there only the command that prints a link. No lines once there is an admin, or if that cannot be found out now.
 */
export async function firstAdminLines({ admins, command, showsLink }: FirstAdminHint): Promise<string[]> {
  try {
    if (await admins.exist()) return [];
    const link = showsLink ? await admins.makeLink() : null;
    return link === null ? [`There is no admin yet: ${command} prints a link that makes one`] : boxed(link);
  } catch {
    // The service runs all the same. The same error is reported where a request meets it.
    return [];
  }
}

/** Without a right side, so that a terminal of any width shows it, and the link can be copied. */
function boxed(link: string): string[] {
  const until = new Date(Date.now() + operatorLinkSeconds * 1000).toTimeString().slice(0, 5);
  const line = "─".repeat(48);
  return [
    `╭─ There is no admin yet ${line}`,
    `│ Open this link and register or sign in: it works once, until ${until}`,
    "│",
    `│ ${link}`,
    `╰────────────────────────${line}`,
  ];
}

/** So that reloading the page does not fill the terminal. */
const repeatedAfterMs = 30_000;

/**
 * The lines to print again on a terminal when somebody opens the service, while there is no admin. `printed`: those of the start. Anyone may
 * open it, so that makes no new link, which would end one that the operator has: once the link has expired, they name the command alone.
 */
export function createFirstAdminReminder(
  hint: FirstAdminHint,
  printed: readonly string[],
  elapsed: () => number = () => performance.now(),
): () => Promise<readonly string[]> {
  let lines = hint.showsLink ? printed : [];
  let shownAt = elapsed();
  const expiresAt = shownAt + operatorLinkSeconds * 1000;
  return async () => {
    if (lines.length === 0 || elapsed() - shownAt < repeatedAfterMs) return [];
    shownAt = elapsed();
    const withoutLink = await firstAdminLines({ ...hint, showsLink: false });
    if (withoutLink.length === 0 || shownAt >= expiresAt) lines = withoutLink;
    return lines;
  };
}
