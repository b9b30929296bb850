import type { Tracepoint } from "@attestory/runtime/tracepoints.ts";

/** The steps that `die-at-step.ts` knows beside the product's own tracepoints. */
type Named = `${Tracepoint}: ${string}` | Tracepoint | "command received" | "command answered";

const aroundAppend = (...appends: string[]): Named[] =>
  appends.flatMap((what): Named[] => [`append asked: ${what}`, `append taken: ${what}`]);

/** The steps of a registration, in order. */
export const registrationSteps: readonly Named[] = aroundAppend(
  "username IdentifierClaimed",
  "email IdentifierClaimed",
  "user UserRegistered",
  "username IdentifierConfirmed",
  "email IdentifierConfirmed",
);

/** The steps that settle a registration after its process died. */
export const settlingSteps: readonly Named[] = aroundAppend(
  "user RegistrationAborted",
  "username IdentifierReleased",
  "email IdentifierReleased",
);

/** The steps of a rebuild of the read models. */
export const foldingSteps: readonly Named[] = [
  "batch folded: users@1",
  "documents written: users@1",
  "documents kept: users@1",
  "batch folded: sessions@1",
  "documents written: sessions@1",
  "documents kept: sessions@1",
];

/** All other steps of commands and emails. */
export const commandSteps: readonly Named[] = [
  ...aroundAppend(
    "session SessionStarted",
    "user EmailVerified",
    "user ProfileChanged",
    "user PasswordChanged",
    "user OtherSessionsEnded",
    "session SessionEnded",
    "user SessionFenced",
    "mail LetterSent",
  ),
  "letter written",
  "letter sent",
  "command received",
  "command handled: post /api/auth/register",
  "command handled: post /api/auth/login",
  "command handled: put /api/user/password",
  "command answered",
  "batch written: events-1.sqlite",
  "batch committed: events-1.sqlite",
  "batch written: vault.sqlite",
  "batch committed: vault.sqlite",
];
