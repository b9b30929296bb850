import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Refused } from "../handling/decider.ts";
import { passwordResetRequested } from "./password-reset.ts";
import { hasLapsed } from "./registration-age.ts";
import type { CommandOf } from "./user-command.ts";
import type { RegisteredUser } from "./user-state.ts";

/** How long an email verification link is valid. */
export const verificationSeconds = 24 * 3600;

type Decision = readonly UserEvent[] | Refused<"invalid-link">;

export function requestVerification(state: RegisteredUser, { now }: CommandOf<"request-verification">): Decision {
  const { userId, emailVerified, isActive, awaitsOwner } = state;
  if (emailVerified || !isActive || hasLapsed(state, now)) return [];
  // To verify alone would leave an account without a way to sign in.
  return [
    awaitsOwner ? passwordResetRequested(userId, "invited") : { type: "VerificationRequested", data: { userId } },
  ];
}

/** A link scanner of a mail server may open the link before the person does: the browser that registered counts whenever it comes. */
export function verifyEmail(state: RegisteredUser, link: CommandOf<"verify-email">): Decision {
  const { userId, verification, emailVerified, isVerifiedElsewhere } = state;
  if (link.verificationId !== verification.id) return { refused: "invalid-link" };
  // A request from the future was recorded with a wrong clock. Its link does not count either.
  const ageMs = Math.abs(link.now.getTime() - verification.requestedAt.getTime());
  if (ageMs >= verificationSeconds * 1000) return { refused: "invalid-link" };
  if (hasLapsed(state, link.now)) return { refused: "invalid-link" };
  if (!emailVerified) return [{ type: "EmailVerified", data: { userId, sameBrowser: link.sameBrowser } }];
  return isVerifiedElsewhere && link.sameBrowser ? [{ type: "RegistrantRecognized", data: { userId } }] : [];
}

/** For the opener of a link that only the operator can have given, where no email may arrive. */
export const verifyByOperator = ({ userId, emailVerified }: RegisteredUser): Decision =>
  emailVerified ? [] : [{ type: "EmailVerified", data: { userId, sameBrowser: true } }];
