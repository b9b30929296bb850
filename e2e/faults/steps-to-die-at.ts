import type { Tracepoint } from "@attestory/runtime/tracepoints.ts";

/** What `die-at-step.ts` tells apart beside the product's own steps. */
type Named = `${Tracepoint}: ${string}` | Tracepoint | "command received" | "command answered";

const aroundAppend = (...appends: string[]): Named[] =>
  appends.flatMap((what): Named[] => [`append asked: ${what}`, `append taken: ${what}`]);

/** Each step of a registration, in its order. */
export const registrationSteps: readonly Named[] = aroundAppend(
  "username IdentifierClaimed",
  "email IdentifierClaimed",
  "user UserRegistered",
  "username IdentifierConfirmed",
  "email IdentifierConfirmed",
);

/** Taken when a registration that died is settled. */
export const settlingSteps: readonly Named[] = aroundAppend(
  "user RegistrationAborted",
  "username IdentifierReleased",
  "email IdentifierReleased",
);

/** Taken when the read models are folded anew. */
export const foldingSteps: readonly Named[] = [
  "batch folded: users@1",
  "documents written: users@1",
  "documents kept: users@1",
  "batch folded: sessions@1",
  "documents written: sessions@1",
  "documents kept: sessions@1",
];

/** Everything else that commands and letters take. */
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
