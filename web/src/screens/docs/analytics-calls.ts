import { type Call, invalidFields } from "./call.ts";

/** The figures for admins. */
export const analyticsCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/admin/analytics",
    about:
      "Returns figures by day of UTC: sign-ups, sign-ins, distinct active users, failures by reason, users with 2FA among the accounts whose address is verified, and how often each application got tokens for a user and a first consent. weeks (ISO 8601) and months have the distinct active users of the whole week or month. Tokens that an application gets for itself are not counted. For admins.",
    token: true,
    takes: [
      ["from", "optional, such as 2026-11-23; by default, to and the 29 days before it"],
      ["to", "optional, at most 400 days from the first one; today by default"],
    ],
    answers: '200 { "from", "to", "days", "weeks", "months", "applications" }',
    refuses: [
      invalidFields,
      ["403 forbidden, second_factor_required", "you are not an admin, or must set up a second factor first"],
    ],
  },
];
