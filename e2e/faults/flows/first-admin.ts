import { ofMember } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";

const requests = {
  opening: {
    call: "POST /api/auth/admin-link",
    comesTo: ["RolesChanged", "SessionStarted", "SessionEnded"],
    appends: ["admins AdminLinkUsed", "user RolesChanged", "admins AdminListed", "session SessionEnded"],
    learn(visitor, _, { body }) {
      visitor.token = body.token ?? visitor.token;
    },
    // The session that asked has ended: its user signs in.
    isCarriedOut: ({ status }) => status === 401,
  },
} as const satisfies Record<string, Request>;

/** Becomes the first admin. Only where there is none. */
export const firstAdmin: Flow = {
  requests,
  async run(visitor, { does, operator }) {
    await does(ofMember(visitor, requests.opening, { body: { token: await operator("admin-link") } }));
  },
};
