import { changeAccess } from "@attestory/command-api/admin/change-access.ts";
import { findOwner } from "@attestory/command-api/sign-in/find-owner.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { runAppending } from "../run-appending.ts";

const usage = "users deactivate EMAIL";
const reasons: Readonly<Record<string, string>> = {
  "no-such-account": "no active account has this address",
  "last-admin": "this is the last active admin: make another account an admin first, with grant-admin",
};

/** `users deactivate EMAIL`: ends all of its sessions too. */
export async function deactivateUserCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const read = readArguments(args, {});
  if ("wrong" in read) return fail(64, `${read.wrong}: ${usage}`);
  const [email, more] = read.positionals;
  if (email === undefined || more !== undefined) return fail(64, usage);
  await runAppending(environment, reasons, async ({ commandHandler, keyring }, by) => {
    const owner = await findOwner({ commandHandler, keyring }, { email, now: by.now });
    if (!owner) return { refused: "no-such-account" };
    return changeAccess(commandHandler, { userId: owner.userId, to: { isActive: false } }, by);
  });
  process.stdout.write("the account is deactivated, and its sessions have ended\n");
}
