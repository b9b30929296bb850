import { accessList } from "@attestory/projections/read-models/access-list.ts";
import { applications } from "@attestory/projections/read-models/applications.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import type { HeldApplication } from "@attestory/query-api/admin/access-schema.ts";
import { answerApplications } from "@attestory/query-api/admin/answer-access.ts";
import { accessQuery, listAccess } from "@attestory/query-api/admin/list-access.ts";
import { fail } from "@attestory/runtime/command-line/fail.ts";
import { readArguments } from "@attestory/runtime/command-line/read-arguments.ts";
import { openReadModels } from "../open-read-models.ts";
import { printList } from "../print-list.ts";

const usage = "apps list [--json]";
const read = [accessList.name, applications.name, users.name];

/** `apps list [--json]`: the applications of every user, the newest first. No secret is shown. */
export async function listApplicationsCommand(args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const given = readArguments(args, { json: { type: "boolean", default: false } });
  if ("wrong" in given) return fail(64, `${given.wrong}: ${usage}`);
  if (given.positionals.length > 0) return fail(64, usage);
  const store = await openReadModels(environment, read);
  await printList({
    isJson: given.values.json,
    widths: [36, 12, 32],
    columns,
    async page(cursor: string | undefined) {
      const asked = accessQuery.parse({ limit: "200", cursor });
      const { found, nextCursor } = await listAccess(store, { kind: "application", asked, now: new Date() });
      return { rows: await answerApplications(store, found), next: nextCursor };
    },
  });
  await store.close();
}

const columns = ({ clientId, type, name, owner, isActive }: HeldApplication): string[] => [
  clientId,
  type,
  name,
  [owner.username ?? owner.id, ...(isActive ? [] : ["suspended"])].join(", "),
];
