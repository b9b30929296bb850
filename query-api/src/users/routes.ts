import { insufficientScope, refuseScope } from "@attestory/http/security/api-key.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { nextCursor, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { type ListedUser, listedUsers } from "./schema.ts";
import { type VisibleUser, visibleUsers } from "./visible-users.ts";

interface UserServices {
  store: Pick<ReadStore, "list" | "getMany">;
}

export const userRoutes = ({ store }: UserServices) => [
  route({
    method: "get",
    path: "/api/users",
    summary: "The users of your applications and those whom your API keys created; for admins every user",
    operationId: "listUsers",
    description:
      "Takes an API key. Returns the users who granted access to your applications, with what they allowed them to see, and those whom your keys created; for the key of an admin every user.",
    access: "pro",
    principals: ["apiKey"],
    query: page,
    answers: { 200: listedUsers },
    refuses: [insufficientScope("users:read")],
    async handle({ principal: { scopes, user }, query }) {
      const refused = refuseScope(scopes, "users:read");
      if (refused) return refused;
      const { users, places } = await visibleUsers(store, user, query);
      return { status: 200, body: { users: users.map(answerUser), nextCursor: nextCursor(places, query.limit) } };
    },
  }),
];

/** What a user did not allow the applications to see is null. */
function answerUser({ user, scopes }: VisibleUser): ListedUser {
  const sees = (scope: string) => scopes === "all" || scopes.has(scope);
  const [profile, email, roles] = [sees("profile"), sees("email"), sees("roles")];
  return {
    id: user.id,
    username: profile ? user.username : null,
    email: email ? user.email : null,
    firstName: profile ? user.firstName : null,
    lastName: profile ? user.lastName : null,
    isAdmin: roles ? user.isAdmin : null,
    isDeveloper: roles ? user.isDeveloper : null,
    isPro: roles ? user.isPro : null,
    isActive: user.isActive,
    twoFactorEnabled: profile ? user.twoFactorEnabled : null,
    emailVerified: email ? user.emailVerified : null,
  };
}
