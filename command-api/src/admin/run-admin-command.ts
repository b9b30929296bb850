import { OldFormat } from "@attestory/event-store/old-format.ts";
import type { Stores } from "@attestory/event-store/open-stores.ts";
import { WrongAddress } from "@attestory/event-store/wrong-address.ts";
import { atCommandLine } from "../handling/at-command-line.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { rotateSigningKeys } from "../signing-keys/rotate-signing-keys.ts";
import type { RotationReason } from "../signing-keys/signing-keys.ts";
import { makeAdminLink } from "./admin-link.ts";
import { grantAdmin } from "./grant-admin.ts";
import { makeRescueLink } from "./rescue.ts";

/** What a command needs of the service's stores and settings. */
export type AdminCommandParts = Pick<Stores, "log" | "sealing" | "keyring" | "close"> & { publicUrl: string };

export interface AdminCommand {
  name: AdminCommandName;
  args: string[];
  /** Called only if the arguments are right. Opens the log to append to it. */
  open(): Promise<AdminCommandParts>;
  /** Ends the process and prints the reason on one line; exit codes as in sysexits.h. */
  fail(code: number, why: string): never;
}

type Opened = AdminCommandParts & { commandHandler: CommandHandler };
type Lines = readonly string[];
type Run = (parts: Opened, given: string, by: CommandContext) => Promise<Lines | Refused<RefusalReason>>;
type RefusalReason = keyof typeof reasons;

const validity = "It works once, for 15 minutes";
const commands = {
  "admin-link": async (parts, _, by) => {
    const link = await makeAdminLink(parts, by);
    return typeof link === "string" ? [link, `made a link for the first admin. ${validity}`] : link;
  },
  "grant-admin": async (parts, email, by) => {
    const granted = await grantAdmin(parts, email, by);
    return isRefused(granted) ? (granted as Refused<RefusalReason>) : ["the account is an admin"];
  },
  rescue: async (parts, email, by) => {
    const link = await makeRescueLink(parts, email, by);
    return typeof link === "string" ? [link, `made a link for the owner of the account. ${validity}`] : link;
  },
  "rotate-signing-keys": async (parts, given, by) => {
    const rotated = await rotateSigningKeys(parts, rotations.get(given) ?? "planned", by);
    if (isRefused(rotated)) return rotated as Refused<RefusalReason>;
    const ended = given === "--compromised" ? ["what the former keys signed does not count any more"] : [];
    return ["new keys sign tokens", ...ended];
  },
} satisfies Record<string, Run>;

export type AdminCommandName = keyof typeof commands;
export const adminCommandNames = Object.keys(commands) as AdminCommandName[];

const reasons = {
  "has-admin": "there is an admin already: make another account one with grant-admin",
  "no-such-account": "no active account has this address",
  "not-verified": "the address of this account is not verified yet: open the link of its email first",
  "rotated-meanwhile": "others have rotated the keys at the same moment, or the service has made none yet",
  "next-key-too-new": "the next keys have been published for less than a day: wait, or use --now",
  conflict: "others changed this at the same moment: run the command again",
};

/** By its option, how `rotate-signing-keys` rotates. */
const rotations: ReadonlyMap<string, RotationReason> = new Map([
  ["--now", "urgent"],
  ["--compromised", "compromised"],
]);

interface Taken {
  isRight(args: readonly string[]): boolean;
  takes: string;
}

const takesNothing: Taken = { isRight: (args) => args.length === 0, takes: "takes no arguments" };
const takesEmail: Taken = { isRight: (args) => args.length === 1, takes: "takes the email address of an account" };
const taken: Readonly<Record<AdminCommandName, Taken>> = {
  "admin-link": takesNothing,
  "grant-admin": takesEmail,
  rescue: takesEmail,
  "rotate-signing-keys": {
    isRight: (args) => args.length === 0 || (args.length === 1 && rotations.has(args[0] ?? "")),
    takes: "takes nothing, or one of --now and --compromised",
  },
};

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * `admin-link`, `grant-admin EMAIL`, `rescue EMAIL` and `rotate-signing-keys [--now | --compromised]`. The service may run meanwhile. Prints
 * a link to standard output, and nowhere else.
 */
export async function runAdminCommand({ name, args, open, fail }: AdminCommand): Promise<void> {
  if (!taken[name].isRight(args)) return fail(64, `${name} ${taken[name].takes}`);
  const outcome = await openAndRun(name, args, open).catch((error: unknown) => {
    const isFixable = error instanceof WrongAddress || error instanceof OldFormat;
    return fail(isFixable ? 78 : 1, messageOf(error));
  });
  if (isRefused(outcome)) return fail(1, reasons[outcome.refused] ?? outcome.refused);
  process.stdout.write(`${outcome.join("\n")}\n`);
}

async function openAndRun(name: AdminCommandName, [given = ""]: string[], open: AdminCommand["open"]) {
  const parts = await open();
  return run(parts, name, given).finally(() => parts.close());
}

const run = (parts: AdminCommandParts, name: AdminCommandName, given: string) =>
  atCommandLine<Lines | Refused<RefusalReason>>(parts, (commandHandler, by) =>
    commands[name]({ ...parts, commandHandler }, given, by),
  );
