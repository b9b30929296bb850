import type { Call } from "./call.ts";

const paging = [
  ["limit", "optional, 1 to 200; 50 by default"],
  ["cursor", "optional, nextCursor of the page before"],
] as const;
const notAdmin = [
  "403 forbidden, second_factor_required",
  "you are not an admin, or must set up a second factor first",
] as const;

/** What admins see of the whole service. */
export const adminListCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/admin/users",
    about: "Returns the accounts, the newest first, or those that a search finds. For admins.",
    token: true,
    takes: [
      ["query", "optional, the beginning of a name, an address or a username"],
      ["sort", "optional: newest, oldest, email, username or name; a search comes in the order of what it found"],
      ["status", "optional: active, inactive or unverified"],
      ["role", "optional: admin, developer or pro"],
      ...paging,
    ],
    answers: '200 { "users", "nextCursor" }',
    refuses: [["400 invalid_fields", "a parameter is invalid; see fields"], notAdmin],
  },
];
