/** Who asks, as commands see it: the session that authentication found and its owner's roles. */
export interface SignedIn {
  userId: string;
  sessionId: string;
  /** The address is not verified yet. */
  pending: boolean;
  roles: { isAdmin: boolean; isDeveloper: boolean; isPro: boolean };
  /** The log has not heard of the session's use for so long that this one is worth an event. */
  activityIsDue: boolean;
  /** The owner's when the session started: a later decision tells by it whether the session was ended meanwhile. */
  sessionEpoch: number;
}
