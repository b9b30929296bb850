import { accessList } from "./access-list.ts";
import { accounts } from "./accounts.ts";
import { activeUsers } from "./active-users.ts";
import { activity } from "./activity.ts";
import { apiKeys } from "./api-keys.ts";
import { apiResources } from "./api-resources.ts";
import { applications } from "./applications.ts";
import { authorizations } from "./authorizations.ts";
import { backups } from "./backups.ts";
import { clientCalls } from "./client-calls.ts";
import { clientSources } from "./client-sources.ts";
import { consents } from "./consents.ts";
import { erasures } from "./erasures.ts";
import { hardwareKeys } from "./hardware-keys.ts";
import { initialAccessTokens } from "./initial-access-tokens.ts";
import { invitations } from "./invitations.ts";
import { invitedAccounts } from "./invited-accounts.ts";
import { lastSignIns } from "./last-sign-ins.ts";
import { personStreams } from "./person-streams.ts";
import { namesIn, type Projection } from "./projection.ts";
import { recoveryCodes } from "./recovery-codes.ts";
import { revokedClientTokens } from "./revoked-client-tokens.ts";
import { sessions } from "./sessions.ts";
import { signInUses } from "./sign-in-uses.ts";
import { signUpPolicy } from "./sign-up-policy.ts";
import { signingKeys } from "./signing-keys.ts";
import { totals } from "./totals.ts";
import { trustedDevices } from "./trusted-devices.ts";
import { usageDays } from "./usage-days.ts";
import { users } from "./users.ts";

/** Every projection of the service. */
export const allProjections: readonly Projection[] = [
  users,
  sessions,
  consents,
  activity,
  personStreams,
  hardwareKeys,
  trustedDevices,
  recoveryCodes,
  authorizations,
  signingKeys,
  revokedClientTokens,
  applications,
  clientSources,
  apiResources,
  apiKeys,
  clientCalls,
  signInUses,
  accounts,
  lastSignIns,
  totals,
  usageDays,
  activeUsers,
  signUpPolicy,
  invitations,
  initialAccessTokens,
  invitedAccounts,
  accessList,
  backups,
  erasures,
];

export const projectionNames = allProjections.map(({ name }) => name);

/** Readiness, sign-outs and the authentication of queries wait for these projections, and for no other. */
export const authenticationNames = namesIn("authentication", allProjections);

export const otherNames = namesIn("other", allProjections);
