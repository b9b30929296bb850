import { invitationStream, userStream } from "@attestory/events/envelope.ts";
import { linkToken } from "../accounts/link-token.ts";
import { qrCodeOf } from "../accounts/qr-code.ts";
import { user } from "../accounts/user.ts";
import type { Roles } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { canonicalEmail } from "../identifiers/canonical.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { type Invitation, type InvitationReason, invitation } from "./invitation.ts";
import type { JoiningDependencies } from "./join.ts";

export interface InviteDependencies extends JoiningDependencies {
  mailLimits: MailLimits;
  publicUrl: string;
}

export interface AskedInvitation extends Roles {
  adminId: string;
  expiresInDays: number;
  uses: number;
  email: string | null;
}

export interface MadeInvitation {
  position: bigint;
  invitation: Invitation;
  url: string;
  /** The source of an image. */
  qrCode: string;
}

type Reason = InvitationReason | "invalid-email" | "one-use" | HandlingReason;
const dayMs = 86_400_000;

/** Makes an invitation. Its link is shown once, in the answer: who reads the list of invitations cannot join with them. */
export async function makeInvitation(
  dependencies: InviteDependencies,
  asked: AskedInvitation,
  commandContext: CommandContext,
): Promise<MadeInvitation | Refused<Reason> | TooManyAttempts> {
  const { email, adminId } = asked;
  if (email === null) return make(dependencies, asked, commandContext);
  if (!canonicalEmail(email)) return { refused: "invalid-email" };
  if (asked.uses !== 1) return { refused: "one-use" };
  return dependencies.mailLimits.ofInvitation(adminId, () => make(dependencies, asked, commandContext));
}

async function make(
  { commandHandler, keyring, publicUrl }: InviteDependencies,
  { adminId, expiresInDays, ...asked }: AskedInvitation,
  commandContext: CommandContext,
): Promise<MadeInvitation | Refused<Reason>> {
  const invitationId = commandContext.newId("invitation");
  const stream = invitationStream(invitationId);
  // The owner of the address has no account, and so no key. A repeat may come after it was destroyed.
  const { version } = await commandHandler.load(invitation, stream);
  if (version === 0 && asked.email !== null) await keyring.createPersonKey(invitationId);
  const { state: maker } = await commandHandler.load(user, userStream(adminId));
  // Read once the call was allowed: who has stopped being an admin meanwhile has made it in the term that is over.
  const adminTerm = maker.status === "registered" ? maker.adminTerm : 0;
  const expiresAt = new Date(commandContext.now.getTime() + expiresInDays * dayMs);
  const outcome = await commandHandler.handle({
    decider: invitation,
    stream,
    command: { type: "make", invitationId, adminTerm, expiresAt, ...asked },
    person: asked.email === null ? adminId : invitationId,
    commandContext,
  });
  if (isRefused(outcome)) return outcome;
  const { state } = await commandHandler.load(invitation, stream);
  if (state.status === "none") throw new Error(`invitation ${invitationId} is not there after it was made`);
  const token = linkToken(keyring, "invitation", { userId: invitationId, eventId: state.eventId });
  const url = `${publicUrl}/register?invitation=${token}`;
  return { position: outcome.position, invitation: state, url, qrCode: await qrCodeOf(url) };
}

/** From now on, nobody can join with it. Who has registered with it and is not verified yet gets none of its roles. */
export function revokeInvitation(
  { commandHandler }: Pick<InviteDependencies, "commandHandler">,
  { invitationId, adminId }: { invitationId: string; adminId: string },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<InvitationReason | HandlingReason>> {
  const stream = invitationStream(invitationId);
  const command = { type: "revoke" } as const;
  return commandHandler.handle({ decider: invitation, stream, command, person: adminId, commandContext });
}
