import { linkToken } from "@attestory/command-api/accounts/link-token.ts";
import type { CommandContext } from "@attestory/command-api/handling/command-context.ts";
import { isRefused, type Refused } from "@attestory/command-api/handling/decider.ts";
import { createMailLimits } from "@attestory/command-api/mail/mail-limits.ts";
import { type AskedAccount, createUser } from "@attestory/command-api/provisioning/create-user.ts";
import { userCreation } from "@attestory/command-api/provisioning/schema.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { faultOfFields } from "../fault-of-fields.ts";
import { type Opened, runAppending } from "../run-appending.ts";

const usage = "users create EMAIL [--username NAME] [--first-name NAME] [--last-name NAME] [--json]";
const text = { type: "string" } as const;
const options = { username: text, "first-name": text, "last-name": text, json: { type: "boolean" } } as const;
const namesOfFields = { email: "EMAIL", username: "--username", firstName: "--first-name", lastName: "--last-name" };

const reasons: Readonly<Record<string, string>> = {
  "invalid-email": "EMAIL: Invalid email address",
  "email-taken": "this address already has an account",
  "username-taken": "this username is taken: choose another one with --username",
  "username-reserved": "this username is reserved for the service: choose another one with --username",
};

/** `users create EMAIL`: its owner chooses the password, by the link that is printed to standard output and nowhere else. */
export async function createUserCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const read = readArguments(args, options);
  if ("wrong" in read) return fail(64, `${read.wrong}: ${usage}`);
  const [email, more] = read.positionals;
  if (email === undefined || more !== undefined) return fail(64, usage);
  const { username = usernameOf(email), "first-name": firstName, "last-name": lastName, json } = read.values;
  const asked = userCreation.safeParse({ email, username, firstName, lastName });
  if (!asked.success) return fail(64, `${faultOfFields(asked.error, namesOfFields)}: ${usage}`);
  const account = { ...asked.data, firstName: asked.data.firstName || null, lastName: asked.data.lastName || null };
  const created = await runAppending(environment, reasons, (parts, by) => create(parts, account, by));
  process.stdout.write(json ? `${JSON.stringify(created)}\n` : textOf(account, created.passwordLink));
}

/** The part before the @, as a username. */
const usernameOf = (email: string) => email.replace(/@.*$/s, "").replaceAll(/[^A-Za-z0-9_.-]/g, "-");

const textOf = ({ email, username }: AskedAccount, link: string) =>
  `${link}\nmade the account ${username} for ${email}. The link sets its password: it works once, for seven days, and is emailed to the address too\n`;

interface Created {
  id: string;
  passwordLink: string;
}

async function create(parts: Opened, account: AskedAccount, by: CommandContext): Promise<Created | Refused> {
  const { commandHandler, keyring, publicUrl } = parts;
  const created = await createUser(
    {
      commandHandler,
      keyring,
      // The operator may learn that an address has an account.
      enumerationProtection: "lenient",
      mailLimits: createMailLimits(unlimited),
      invitationsPerDay: parts.settings.command.invitationsPerDay,
    },
    account,
    by,
  );
  if (isRefused(created)) return created;
  const { user } = created;
  if (user.status !== "registered" || !user.reset) return { refused: "conflict" };
  const { userId } = user;
  const token = linkToken(keyring, "reset-password", { userId, eventId: user.reset.id });
  return { id: userId, passwordLink: `${publicUrl}/reset-password?token=${token}&first` };
}
