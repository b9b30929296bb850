import { accounts } from "@attestory/projections/read-models/accounts.ts";
import { lastSignIns } from "@attestory/projections/read-models/last-sign-ins.ts";
import { answerAdminUser } from "@attestory/query-api/admin/answer-admin-user.ts";
import { findAccounts } from "@attestory/query-api/admin/find-accounts.ts";
import type { AdminUser } from "@attestory/query-api/admin/schema.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { openReadModels } from "../open-read-models.ts";
import { printList } from "../print-list.ts";

const usage = "users list [TEXT] [--json]";
const atOnce = 200;

/** `users list [TEXT] [--json]`: the accounts, the newest first; or those with an address, a username or a name that begins with the text. */
export async function listUsersCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const read = readArguments(args, { json: { type: "boolean", default: false } });
  if ("wrong" in read) return fail(64, `${read.wrong}: ${usage}`);
  const [query, more] = read.positionals;
  if (more !== undefined) return fail(64, usage);
  const store = await openReadModels(environment, [accounts.name, lastSignIns.name]);
  await printList({
    isJson: read.values.json,
    widths: [32, 20, 24],
    columns,
    async page(cursor: Awaited<ReturnType<typeof findAccounts>>["next"] | undefined) {
      const search = { query, sort: "newest" as const, limit: atOnce, cursor: cursor ?? undefined };
      const { found, next } = await findAccounts(store, search);
      const signIns = await store.getMany(
        lastSignIns,
        found.map(({ id }) => id),
      );
      return { rows: found.flatMap((user) => answerAdminUser(user, signIns.get(user.id))), next };
    },
  });
  await store.close();
}

const columns = (user: AdminUser): string[] => [
  user.email,
  user.username,
  [user.firstName, user.lastName].filter(Boolean).join(" "),
  [...rolesOf(user), ...(user.isActive ? [] : ["inactive"]), ...(user.emailVerified ? [] : ["unverified"])].join(", "),
];

const rolesOf = ({ isAdmin, isDeveloper, isPro }: AdminUser): string[] => [
  ...(isAdmin ? ["admin"] : []),
  ...(isDeveloper ? ["developer"] : []),
  ...(isPro ? ["pro"] : []),
];
