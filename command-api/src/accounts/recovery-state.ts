/** What a user's state knows of password resets and of changes of the address and the username. */
export interface RecoveryState {
  /** The newest request for an email that sets a new password, unless it was used or has become invalid. Only its link is valid. */
  reset: { id: string; requestedAt: Date } | null;
  /** Another address that was asked for and whose link was not opened yet. */
  pendingEmail: { id: string; email: string | null; taken: boolean; requestedAt: Date } | null;
  /** The changes of the address that can still be undone, oldest first. Their former addresses stay reserved. */
  emailChanges: readonly EmailChange[];
  /** How many interrupted changes of an identifier were fenced off. A change that began before the newest fence is refused. */
  fences: number;
  /** When the account was secured, oldest first: those times that a link of "This wasn't me" can still be older than. */
  securedAt: readonly Date[];
  /** Consents that were granted up to this time no longer count: someone else may have granted them. */
  consentsCountFrom: Date | null;
}

export interface EmailChange {
  /** The id of `EmailChanged`. */
  id: string;
  requestId: string;
  changedAt: Date;
  formerEmail: string | null;
  /** The streams of the former address and of the one that replaced it. */
  formerIdentifier: string;
  identifier: string;
}

export const noRecovery: RecoveryState = {
  reset: null,
  pendingEmail: null,
  emailChanges: [],
  fences: 0,
  securedAt: [],
  consentsCountFrom: null,
};
