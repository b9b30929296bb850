import type { Request } from "./request.ts";

/** Of a request that sets a password. */
export const chosenPassword = {
  body: (_, password) => ({ newPassword: password, confirmPassword: password }),
  learn(visitor, password) {
    visitor.password = password;
  },
} as const satisfies Partial<Request>;

/** How someone gets an account, or does not. */
export const ofNewcomers = {
  registration: {
    call: "POST /api/auth/register",
    comesTo: ["UserRegistered", "SessionStarted"],
    reserves: true,
  },
  verification: { call: "GET /api/auth/verify-email", comesTo: ["EmailVerified"] },
  disowning: { call: "POST /api/auth/not-me", comesTo: ["RegistrationLapsed"] },
} as const satisfies Record<string, Request>;

/** What a member does in a visit. A command that needs no other before it is tried at every step once it is declared here. */
export const ofMembers = {
  profileChange: {
    call: "PUT /api/user/profile",
    comesTo: ["ProfileChanged"],
    body: (_, firstName) => ({ firstName, lastName: "" }),
    learn(visitor, firstName) {
      visitor.firstName = firstName;
    },
  },
  passwordChange: {
    call: "PUT /api/user/password",
    comesTo: ["PasswordChanged"],
    appends: ["session SessionReauthenticated", "user PasswordChanged"],
    body: (visitor, text) => ({ currentPassword: visitor.password, ...chosenPassword.body(visitor, text) }),
    learn: chosenPassword.learn,
  },
  stepUp: {
    call: "POST /api/auth/step-up",
    comesTo: ["SessionReauthenticated"],
    body: ({ password }) => ({ currentPassword: password }),
  },
  signIn: {
    call: "POST /api/auth/login",
    comesTo: ["SessionStarted"],
    open: true,
    body: ({ email, password }) => ({ email, password }),
    learn(visitor, _, { body }) {
      visitor.token = body.token;
    },
  },
  endOtherSessions: { call: "DELETE /api/user/sessions", comesTo: ["OtherSessionsEnded"] },
  signOut: {
    call: "POST /api/auth/logout",
    comesTo: ["SessionEnded"],
    learn: ({ ended, token }) => void ended.push(token),
    // A request with an ended session is not authenticated, so the log contains this sign-out.
    isCarriedOut: ({ status }) => status === 401,
  },
} as const satisfies Record<string, Request>;
