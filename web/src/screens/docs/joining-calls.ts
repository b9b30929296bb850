import { type Call, invalidFields, message, reauthenticate, tooMany, tooManyWrites } from "./call.ts";

/** The calls of the page that registers. */
export const registrationCalls: readonly Call[] = [
  {
    method: "POST",
    path: "/api/auth/register",
    about: "Creates an account and sends an email with a link that verifies its address.",
    token: false,
    takes: [
      ["email", "an email address"],
      ["username", "3 to 32 letters, digits, dots, dashes or underscores"],
      ["password", "at least 8 characters, at most 1,024 bytes"],
      ["firstName, lastName", "optional, at most 100 characters"],
      ["invitation", "optional, from the link of an invitation"],
      ["adminLink", "optional, from the link for the first admin: then no email is sent"],
    ],
    answers: '201 { "token", "user" }',
    refuses: [
      ["400 invalid_fields", "a field is missing or invalid, or may not join; see fields"],
      ["403 sign_up_closed, invitation_required", "nobody may join, or only with an invitation"],
      ["400 known_password", "the password is common, or is your name or address"],
      ["409 email_taken, username_taken", "another account uses it"],
      tooMany,
    ],
  },
  {
    method: "POST",
    path: "/api/auth/check",
    about: "Checks a username, a password or an invitation while the user types.",
    token: false,
    takes: [
      ["username", "optional, 3 to 32 letters, digits, dots, dashes or underscores"],
      ["password", "optional, at most 1,024 bytes"],
      ["invitation", "optional, from the link of an invitation"],
    ],
    answers: '200 { "usernameFree"?, "usernameReserved"?, "passwordKnown"?, "invitationValid"? }',
    refuses: [invalidFields, tooMany],
  },
  {
    method: "GET",
    path: "/api/auth/sign-up-policy",
    about:
      "Returns who may join: open, only-domains, not-domains, invitation or closed. domains is null unless only these may join.",
    token: false,
    answers: '200 { "mode", "domains" }',
  },
];

const forAdmins = [
  "403 forbidden, second_factor_required",
  "you are not an admin, or must set up a second factor first",
] as const;

/** The calls of admins about who may join. */
export const joiningCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/admin/sign-up-policy",
    about: "Returns who may join, and which admin decided it. For admins.",
    token: true,
    answers: '200 { "mode", "domains", "setAt", "setBy" }',
    refuses: [forAdmins],
  },
  {
    method: "PUT",
    path: "/api/admin/sign-up-policy",
    about: "Says who may join. Holds for every registration after the answer. For admins.",
    token: true,
    takes: [
      ["mode", "open, only-domains, not-domains, invitation or closed"],
      ["domains", "domains such as example.com, at most 200; needed where the mode is about domains"],
    ],
    answers: message,
    refuses: [invalidFields, forAdmins, reauthenticate, tooManyWrites],
  },
  {
    method: "GET",
    path: "/api/admin/invitations",
    about: "Returns the invitations, newest first, without their links. For admins.",
    token: true,
    takes: [
      ["limit", "optional, 1 to 200; 50 by default"],
      ["cursor", "optional, nextCursor of the page before"],
    ],
    answers: '200 { "invitations", "nextCursor" }',
    refuses: [forAdmins],
  },
  {
    method: "POST",
    path: "/api/admin/invitations",
    about:
      "Makes a link with which others may join. Only this answer has the link. With email, only that address may join, and gets the link. For admins.",
    token: true,
    takes: [
      ["expiresInDays", "optional, 1 to 90; 7 by default"],
      ["uses", "optional, 1 to 1,000; 1 by default, and with email"],
      ["isAdmin, isDeveloper, isPro", "optional: roles that an account has once its address is verified"],
      ["email", "optional, an email address"],
    ],
    answers: '201 { "invitation" }',
    refuses: [invalidFields, forAdmins, reauthenticate, tooMany],
  },
  {
    method: "DELETE",
    path: "/api/admin/invitations/{id}",
    about: "Revokes an invitation: nobody can join with it any more. For admins.",
    token: true,
    answers: message,
    refuses: [forAdmins, reauthenticate, ["404 not_found", "there is no such invitation"], tooManyWrites],
  },
];
