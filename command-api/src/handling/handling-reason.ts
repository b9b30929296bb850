const handlingReasons = ["conflict", "key-reused", "session-ended", "revoked"] as const;

/**
 * Why the command handler itself refuses. `conflict`: other writers came first each time; `key-reused`: the idempotency key was used
 * before with another request; `session-ended`: the session that sent the command ended before its append;
 * `revoked`: the grant, the client or the API key that allowed it did.
 */
export type HandlingReason = (typeof handlingReasons)[number];

export const isHandlingReason = (reason: string): reason is HandlingReason =>
  (handlingReasons as readonly string[]).includes(reason);
