/** Whether the maker of an invitation still gives it its worth. The command side applies the rule to streams, the query side to documents. */

export interface InvitationMaker {
  isActive: boolean;
  isAdmin: boolean;
  /** How often the account has become an active admin. */
  adminTerm: number;
}

/** An invitation can give roles, so it ends with the term in which its maker made it: it does not come back with the next one. */
export const isOfMakersTerm = ({ adminTerm }: { adminTerm: number }, maker: InvitationMaker): boolean =>
  isActiveAdmin(maker) && maker.adminTerm === adminTerm;

/**
 * Whether an initial access token, and what registered with it, still rests on its maker: it ends with the term, and when its maker's API keys
 * are ended to secure the account.
 */
export const isOfTokensMaker = (
  token: { adminTerm: number; apiKeyEpoch: number },
  maker: InvitationMaker & { apiKeyEpoch: number },
): boolean => isOfMakersTerm(token, maker) && maker.apiKeyEpoch === token.apiKeyEpoch;

/** The account after a change, with its term counted. */
export const withAdminTerm = <Account extends InvitationMaker>(before: InvitationMaker, after: Account): Account =>
  isActiveAdmin(after) && !isActiveAdmin(before) ? { ...after, adminTerm: before.adminTerm + 1 } : after;

const isActiveAdmin = ({ isActive, isAdmin }: InvitationMaker): boolean => isActive && isAdmin;
