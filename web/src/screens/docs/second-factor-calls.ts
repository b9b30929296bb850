import { type Call, message, reauthenticate, tooMany, tooManyWrites } from "./call.ts";

/** Two-factor authentication with an authenticator app, recovery codes and trusted devices. */
export const secondFactorCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/auth/2fa/setup",
    about:
      "Starts the set-up of two-factor authentication. For ten minutes it answers the same session the same secret again.",
    token: true,
    answers: '200 { "qrCode", "secret" }',
    refuses: [reauthenticate, ["409 two_factor_enabled", "two-factor authentication is on already"], tooManyWrites],
  },
  {
    method: "POST",
    path: "/api/auth/2fa/verify",
    about: "Turns on two-factor authentication. Its recovery codes are shown only in this answer.",
    token: true,
    takes: [["totpCode", "a first code of the authenticator app, six digits"]],
    answers: '200 { "message", "recoveryCodes" }',
    refuses: [
      ["400 no_set_up", "this session started no set-up in the last hour, or the account was secured since"],
      ["400 invalid_code", "the code is wrong"],
      ["409 two_factor_enabled", "two-factor authentication is on already"],
      tooMany,
      tooManyWrites,
    ],
  },
  {
    method: "POST",
    path: "/api/auth/2fa/disable",
    about: "Turns off two-factor authentication, and ends the trust in every device.",
    token: true,
    answers: message,
    refuses: [reauthenticate, ["409 two_factor_disabled", "it is off already"], tooMany, tooManyWrites],
  },
  {
    method: "POST",
    path: "/api/auth/2fa/recovery-codes",
    about: "Makes ten new recovery codes. Earlier ones stop working.",
    token: true,
    answers: '200 { "recoveryCodes" }',
    refuses: [reauthenticate, ["409 no_second_factor", "the account has no second factor"], tooMany, tooManyWrites],
  },
  {
    method: "GET",
    path: "/api/user/recovery-codes",
    about: "How many recovery codes are left.",
    token: true,
    answers: '200 { "left", "issuedAt" }',
  },
  {
    method: "GET",
    path: "/api/user/trusted-devices",
    about: "Lists the devices that are asked for no second factor.",
    token: true,
    answers: '200 [{ "id", "device", "location", "trustedAt", "endsAt", "isCurrent" }]',
  },
  {
    method: "DELETE",
    path: "/api/user/trusted-devices/{id}",
    about: "Asks a trusted device for a second factor again.",
    token: true,
    answers: message,
    refuses: [["404 not_found", "you trust no such device"], tooManyWrites],
  },
];
