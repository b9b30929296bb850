import type { Request } from "./request.ts";

/** What clients request beside the flows. A new command is tried at every step if it is declared here and in `Clients.visit`, or in a flow. */
export const requests = {
  registration: {
    what: "a registration",
    method: "POST",
    path: "/api/auth/register",
    comesTo: ["UserRegistered", "SessionStarted"],
  },
  verification: {
    what: "a verification",
    method: "GET",
    path: "/api/auth/verify-email",
    comesTo: ["EmailVerified"],
  },
  disowning: {
    what: "a registration that its address disowns",
    method: "POST",
    path: "/api/auth/not-me",
    comesTo: ["RegistrationLapsed"],
  },
  signIn: {
    what: "a sign-in",
    method: "POST",
    path: "/api/auth/login",
    comesTo: ["SessionStarted"],
  },
  profileChange: {
    what: "a change of the profile",
    method: "PUT",
    path: "/api/user/profile",
    comesTo: ["ProfileChanged"],
  },
  passwordChange: {
    what: "a change of the password",
    method: "PUT",
    path: "/api/user/password",
    comesTo: ["PasswordChanged"],
    appends: ["session SessionReauthenticated", "user PasswordChanged"],
  },
  stepUp: {
    what: "a confirmation that it is the user",
    method: "POST",
    path: "/api/auth/step-up",
    comesTo: ["SessionReauthenticated"],
  },
  endOtherSessions: {
    what: "the end of the other sessions",
    method: "DELETE",
    path: "/api/user/sessions",
    comesTo: ["OtherSessionsEnded"],
  },
  signOut: {
    what: "a sign-out",
    method: "POST",
    path: "/api/auth/logout",
    comesTo: ["SessionEnded"],
  },
} as const satisfies Record<string, Request>;
