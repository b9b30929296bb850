import type { Clock } from "@attestory/event-store/clock.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { adminsStream, userStream } from "@attestory/events/envelope.ts";
import { linkToken, readLinkToken } from "../accounts/link-token.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { type BeginSessionDependencies, beginSession, type SignedInUser } from "../sign-in/begin-session.ts";
import { changeAccess } from "./change-access.ts";
import { changeRoster, listIfAdmin } from "./keep-roster.ts";
import { hasAdmin, linkWith, roster } from "./roster.ts";

interface LinkDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  publicUrl: string;
}

/** Whether there is an active admin. Counts one whose use of the link was interrupted. */
export async function adminExists(commandHandler: CommandHandler, commandContext: CommandContext): Promise<boolean> {
  const { state } = await commandHandler.load(roster, adminsStream);
  if (hasAdmin(state)) return true;
  if (!state.link?.usedBy) return false;
  await listIfAdmin(commandHandler, state.link.usedBy, commandContext);
  return hasAdmin((await commandHandler.load(roster, adminsStream)).state);
}

/** The link whose opener becomes the first admin: works once, for 15 minutes, until another one is made. */
export async function makeAdminLink(
  { commandHandler, keyring, publicUrl }: LinkDependencies,
  commandContext: CommandContext,
): Promise<string | Refused<"has-admin" | "conflict">> {
  if (await adminExists(commandHandler, commandContext)) return { refused: "has-admin" };
  const made = await changeRoster(commandHandler, { type: "make-link" }, commandContext);
  if (isRefused(made)) return { refused: made.refused === "has-admin" ? "has-admin" : "conflict" };
  // If another process made one at the same moment, only its link is valid: it is newer.
  const { link } = (await commandHandler.load(roster, adminsStream)).state;
  if (!link) return { refused: "conflict" };
  // The link has no owner yet.
  const token = linkToken(keyring, "admin", { userId: link.id, eventId: link.id });
  return `${publicUrl}/admin-link?token=${token}`;
}

/** The id of the link for the first admin that this token is of. Null if it is none that still works. */
export async function goodAdminLink(
  { commandHandler, keyring, now }: Pick<LinkDependencies, "commandHandler" | "keyring"> & { now: Clock },
  token: string,
): Promise<string | null> {
  const linkId = readLinkToken(keyring, "admin", token)?.eventId;
  const { state } = await commandHandler.load(roster, adminsStream);
  if (linkId === undefined || hasAdmin(state)) return null;
  return linkWith(state, { linkId, now: now() })?.id ?? null;
}

export interface LinkUse {
  token: string;
  /** The signed-in account. Its address need not be verified. */
  userId: string;
  /** The session token that the request came with. */
  bearer: string | null;
}

/**
 * Makes the signed-in account the first admin, and starts a new session, which the former one makes way for. The link stands for the
 * operator, so it verifies the address too: emails may not work yet. The same account can repeat it if it was interrupted.
 */
export async function openAdminLink(
  dependencies: BeginSessionDependencies,
  { token, userId, bearer }: LinkUse,
  commandContext: CommandContext,
): Promise<SignedInUser | Refused<"invalid-link" | "has-admin" | HandlingReason>> {
  const { commandHandler, keyring } = dependencies;
  const link = readLinkToken(keyring, "admin", token);
  if (!link) return { refused: "invalid-link" };
  const use = { type: "use-link", linkId: link.eventId, userId, now: commandContext.now } as const;
  // Once the account is listed, the roster takes no link, not even from the request that has used it.
  const record = await commandHandler.findIdempotencyRecord(userStream(userId), commandContext);
  const used = record ?? (await changeRoster(commandHandler, use, commandContext));
  if (isRefused(used)) return ofLink(used);
  const granted = await verifyAndGrant(commandHandler, userId, commandContext);
  if (isRefused(granted)) return ofLink(granted);
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered") return { refused: "invalid-link" };
  const session = {
    owner,
    method: "link",
    secondFactor: null,
    rememberMe: false,
    trusts: false,
    bearer,
    device: null,
  } as const;
  const begun = await beginSession(dependencies, session, withoutSession(commandContext));
  // It asked to be erased after it was granted.
  return isRefused(begun) && begun.refused === "erasure-requested" ? { refused: "invalid-link" } : begun;
}

/** The session of a registration ends once its address is verified. */
const withoutSession = (commandContext: CommandContext): CommandContext => ({
  ...commandContext,
  outlivesAuthority: true,
});

async function verifyAndGrant(commandHandler: CommandHandler, userId: string, commandContext: CommandContext) {
  const context = withoutSession(commandContext);
  const verified = await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "verify-by-operator" },
    person: userId,
    commandContext: stepContext(context),
  });
  return isRefused(verified) ? verified : changeAccess(commandHandler, { userId, to: { isAdmin: true } }, context);
}

function ofLink({ refused }: Refused<string>): Refused<"invalid-link" | "has-admin" | HandlingReason> {
  if (refused === "has-admin" || isHandlingReason(refused)) return { refused };
  return { refused: "invalid-link" };
}
