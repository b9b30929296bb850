import { activityCalls } from "./activity-calls.ts";
import { adminCalls } from "./admin-calls.ts";
import { apiKeyCalls } from "./api-key-calls.ts";
import { type Call, invalidFields, message, tooMany, tooManyEnded, tooManyWrites } from "./call.ts";
import { clientCallCalls } from "./client-call-calls.ts";
import { connectedAppCalls } from "./connected-app-calls.ts";
import { developerCalls } from "./developer-calls.ts";
import { hardwareKeyCalls } from "./hardware-key-calls.ts";
import { joiningCalls, registrationCalls } from "./joining-calls.ts";
import { oauthCalls } from "./oauth-calls.ts";
import { recoveryCalls } from "./recovery-calls.ts";
import { secondFactorCalls } from "./second-factor-calls.ts";
import { stepUpCalls } from "./step-up-calls.ts";

/** Every available call. */
export const calls: readonly Call[] = [
  ...registrationCalls,
  {
    method: "GET",
    path: "/api/auth/verify-email",
    about: "Verifies the address. Opening the link a second time changes nothing.",
    token: false,
    takes: [["token", "from the email, in the query"]],
    answers: message,
    refuses: [["400 invalid_token", "the link is invalid or expired, or a newer one was sent"]],
  },
  {
    method: "POST",
    path: "/api/auth/not-me",
    about:
      "After a change that was not yours: ends every session and the password, removes the second factor that was added, and sends a link that sets a new password. After a registration that was not yours: removes the account, as long as its address is not verified.",
    token: false,
    takes: [["token", "from the link “This wasn't me” in the email; about a change, it works for 72 hours"]],
    answers: message,
    refuses: [["400 invalid_token", "the link is invalid or expired, or the address was verified"]],
  },
  {
    method: "POST",
    path: "/api/auth/resend-verification",
    about: "Sends the email again. The answer is the same whether or not there is such an account.",
    token: false,
    takes: [["email", "the address you signed up with"]],
    answers: message,
    refuses: [invalidFields],
  },
  {
    method: "POST",
    path: "/api/auth/login",
    about: "Starts a session. With a hundred live sessions, the oldest one ends.",
    token: false,
    takes: [
      ["email, password", "as registered"],
      ["totpCode", "a code of the authenticator app or a recovery code, if the account has a second factor"],
      ["emailCode", "the code that the address was sent, if the answer asked for one"],
      ["trustDevice", "optional; true asks this browser for no second factor in the next 30 days"],
      ["rememberMe", "optional, true or false"],
    ],
    answers: '200 { "token", "user", "recoveryCodesLeft"? }',
    refuses: [
      ["401 invalid_credentials", "email or password is wrong"],
      ["401 email_code_required", "the password is right; we sent a code to the address, which is needed too"],
      ["401 two_factor_required", "the password is right; methods lists what to give with it"],
      ["401 invalid_code", "the code is wrong or was used already; after five, codes are locked for 15 minutes"],
      ["403 email_not_verified", "open the link in the email first; a service in strict mode answers 401 instead"],
      tooMany,
      ["503 busy", "too many sign-ins at once; Retry-After says when to try again"],
    ],
  },
  {
    method: "POST",
    path: "/api/auth/unlock",
    about: "Ends the wait after many wrong passwords, once, and marks the browser as a known device. Does not sign in.",
    token: false,
    takes: [["token", "from the link of the email"]],
    answers: message,
    refuses: [
      invalidFields,
      ["400 invalid_token", "the link was used already or has expired, or a newer one was sent"],
    ],
  },
  {
    method: "POST",
    path: "/api/auth/logout",
    about: "Ends the current session. Its token stops working at once.",
    token: true,
    answers: message,
  },
  { method: "GET", path: "/api/auth/me", about: "Returns the signed-in user.", token: true, answers: '200 { "user" }' },
  {
    method: "PUT",
    path: "/api/user/profile",
    about: "Changes both names; an empty one is cleared.",
    token: true,
    takes: [["firstName, lastName", "both, at most 100 characters"]],
    answers: message,
    refuses: [invalidFields, tooManyWrites],
  },
  ...secondFactorCalls,
  ...developerCalls,
  ...connectedAppCalls,
  ...stepUpCalls,
  ...adminCalls,
  ...joiningCalls,
  {
    method: "PUT",
    path: "/api/user/password",
    about: "Changes the password and ends every other session.",
    token: true,
    takes: [
      ["currentPassword", "the current password"],
      ["newPassword, confirmPassword", "the same twice, at least 8 characters"],
    ],
    answers: message,
    refuses: [
      invalidFields,
      ["400 wrong_password", "the current password is wrong"],
      ["400 known_password", "the new password is common, or is your name or address"],
      ["401 session_ended", "the current password was wrong too many times"],
      ["429 too_many_attempts", "too many attempts, or more than 10 password changes an hour; see Retry-After"],
    ],
  },
  {
    method: "GET",
    path: "/api/user/sessions",
    about:
      "Every active session: id, device, userAgent, ipAddress, location, createdAt, lastAccess, isCurrent, method, secondFactor, signedInWith.",
    token: true,
    takes: [
      ["limit", "optional, 1 to 200; 50 if it is missing"],
      ["cursor", "optional, from the header Link of the page before"],
    ],
    answers: "200 [ … ]",
    refuses: [invalidFields],
  },
  {
    method: "GET",
    path: "/api/user/session",
    about:
      "When this session ends: idleEndsAt if it is not used before, endsAt at the latest. Asking does not prolong it.",
    token: true,
    answers: "200 { now, idleEndsAt, endsAt }",
  },
  {
    method: "POST",
    path: "/api/user/session",
    about: "Prolongs this session as every other call does. The answer waits until that is recorded.",
    token: true,
    answers: message,
  },
  {
    method: "DELETE",
    path: "/api/user/sessions/{id}",
    about: "Ends one of your sessions.",
    token: true,
    answers: message,
    refuses: [["404 not_found", "the session has ended or is not yours"], tooManyEnded],
  },
  {
    method: "DELETE",
    path: "/api/user/sessions",
    about: "Ends every session except the current one.",
    token: true,
    answers: message,
    refuses: [tooManyEnded],
  },
  ...activityCalls,
  ...hardwareKeyCalls,
  ...apiKeyCalls,
  ...clientCallCalls,
  ...recoveryCalls,
  ...oauthCalls,
];
