import type { Clock } from "@attestory/event-store/clock.ts";
import { isProblem } from "@attestory/http/routing/problem.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { type AdminDependencies, grantFirstAdmin } from "./grant-admin.ts";

/**
 * The calls that may verify an address. A confirmed change of address is not among them: a stranger may ask to change theirs to that of
 * the first admin, who only has to open the link by mistake.
 */
const verifying = new Set(["get /api/auth/verify-email", "post /api/auth/reset-password", "post /api/auth/undo-email"]);

export interface FirstAdminDependencies extends AdminDependencies {
  /** `FIRST_ADMIN_EMAIL`, or null. */
  firstAdminEmail: string | null;
  now: Clock;
}

/** Grants the role to the account of `FIRST_ADMIN_EMAIL`, if that is due. */
export async function settleFirstAdmin({ firstAdminEmail, now, ...dependencies }: FirstAdminDependencies) {
  if (firstAdminEmail === null) return;
  await grantFirstAdmin(dependencies, firstAdminEmail, systemContext("FIRST_ADMIN_EMAIL", now()));
}

/** Wraps the calls that may verify the address of the first admin: the account is an admin before the call answers. */
export const grantingFirstAdmin = (
  routes: readonly CommandRoute[],
  dependencies: FirstAdminDependencies,
): CommandRoute[] =>
  routes.map((declared) => {
    if (dependencies.firstAdminEmail === null || !verifying.has(`${declared.method} ${declared.path}`)) return declared;
    return {
      ...declared,
      async handle(request) {
        const answer = await declared.handle(request);
        if (!isProblem(answer)) await settleFirstAdmin(dependencies);
        return answer;
      },
    };
  });
