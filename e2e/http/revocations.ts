import { adminRevocations } from "./admin-revocations.ts";
import { erasureRevocations } from "./erasure-calls.ts";
import { grantRevocations } from "./grant-revocations.ts";
import { linkRevocations } from "./link-revocations.ts";
import type { Revocation } from "./revocation.ts";
import { sessionRevocations } from "./session-revocations.ts";

/** A call for each way in which something ends that queries and applications accept: a session, a token, a consent, an API key or a role. */
export const revocations: readonly Revocation[] = [
  ...linkRevocations,
  ...sessionRevocations,
  ...adminRevocations,
  ...grantRevocations,
  ...erasureRevocations,
];
