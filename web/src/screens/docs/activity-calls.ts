import { type Call, invalidFields, message, reauthenticate, securedParts, tooManyEnded } from "./call.ts";

/** What happened to an account, as its owner sees it. */
export const activityCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/user/activity",
    about: "Lists what happened to your account, newest first.",
    token: true,
    takes: [
      ["type", "optional, one kind of activity, such as sign-in"],
      ["limit", "optional, 1 to 200; 50 if it is missing"],
      ["cursor", "optional, nextCursor of the page before"],
    ],
    answers: '200 { "activity", "nextCursor" }',
    refuses: [invalidFields],
  },
  {
    method: "POST",
    path: "/api/user/secure",
    about:
      "Ends what you choose of your account, and tells you in an email what ended. The session that asks stays. Without a password, the email has a link that sets one.",
    token: true,
    takes: securedParts,
    answers: message,
    refuses: [invalidFields, reauthenticate, tooManyEnded],
  },
  {
    method: "POST",
    path: "/api/user/not-me",
    about:
      "Says that an entry was not yours: ends every session and the password, removes the second factor that it added, and sends a link that sets a new password.",
    token: true,
    takes: [
      ["activityId", "the id of the entry"],
      ["time", "the time of the entry"],
    ],
    answers: message,
    refuses: [invalidFields, reauthenticate, tooManyEnded],
  },
];
