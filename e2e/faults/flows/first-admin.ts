import { ofMember, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";

const requests = {
  opening: {
    what: "the link for the first admin",
    method: "POST",
    path: "/api/auth/admin-link",
    comesTo: ["RolesChanged", "SessionStarted", "SessionEnded"],
    appends: ["admins AdminLinkUsed", "user RolesChanged", "admins AdminListed", "session SessionEnded"],
  },
} as const satisfies Record<string, Request>;

const opening = (visitor: Visitor, token: string) =>
  ofMember(visitor, {
    ...requests.opening,
    body: { token },
    learn({ body }) {
      visitor.token = body.token ?? visitor.token;
    },
    // The session that asked has ended: its user signs in.
    isCarriedOut: ({ status }) => status === 401,
  });

/** Becomes the first admin. Only where there is none. */
export const firstAdmin: Flow = {
  requests,
  async run(visitor, { does, operator }) {
    await does(opening(visitor, await operator("admin-link")));
  },
};
