import { accountScreens } from "./account-screens.ts";
import { activityScreens } from "./activity-screens.ts";
import { adminAccessScreens } from "./admin-access-screens.ts";
import { adminBackupScreens } from "./admin-backup-screens.ts";
import { adminChecklistScreens } from "./admin-checklist-screens.ts";
import { adminErasureScreens } from "./admin-erasure-screens.ts";
import { adminListScreens } from "./admin-list-screens.ts";
import { adminMailScreens } from "./admin-mail-screens.ts";
import { adminNoticeScreens } from "./admin-notice-screens.ts";
import { adminScreens } from "./admin-screens.ts";
import { adminUserScreens } from "./admin-user-screens.ts";
import { analyticsScreens } from "./analytics-screens.ts";
import { apiKeyScreens } from "./api-key-screens.ts";
import { apiScreens } from "./api-screens.ts";
import { applicationScreens } from "./application-screens.ts";
import { clientSourceScreens } from "./client-source-screens.ts";
import { connectedAppScreens } from "./connected-app-screens.ts";
import { consentScreens } from "./consent-screens.ts";
import { developerScreens } from "./developer-screens.ts";
import { deviceScreens } from "./device-screens.ts";
import { disowningScreens } from "./disowning-screens.ts";
import { emailChangeScreens } from "./email-change-screens.ts";
import { erasureListScreens } from "./erasure-list-screens.ts";
import { erasureScreens, ownErasureScreens } from "./erasure-screens.ts";
import { generationScreens } from "./generation-screens.ts";
import { hardwareKeyScreens } from "./hardware-key-screens.ts";
import { initialAccessTokenScreens } from "./initial-access-token-screens.ts";
import { integrityScreens } from "./integrity-screens.ts";
import { joiningScreens } from "./joining-screens.ts";
import { keepAccountScreens } from "./keep-account-screens.ts";
import { keySignInScreens } from "./key-sign-in-screens.ts";
import { newcomerScreens } from "./newcomer-screens.ts";
import { oauthTestScreens } from "./oauth-test-screens.ts";
import { operatorLinkScreens } from "./operator-link-screens.ts";
import { pageScreens } from "./page-screens.ts";
import { passwordlessScreens } from "./passwordless-screens.ts";
import { recoveryScreens } from "./recovery-screens.ts";
import { registrationScreens } from "./registration-screens.ts";
import type { Screen } from "./screen.ts";
import { secondFactorScreens } from "./second-factor-screens.ts";
import { secondStepScreens } from "./second-step-screens.ts";
import { secureScreens } from "./secure-screens.ts";
import { securityScreens } from "./security-screens.ts";
import { sessionEndScreens } from "./session-end-screens.ts";
import { sessionScreens } from "./session-screens.ts";
import { signInScreens } from "./sign-in-screens.ts";
import { signingKeyScreens } from "./signing-key-screens.ts";
import { stepUpScreens } from "./step-up-screens.ts";
import { twoFactorScreens } from "./two-factor-screens.ts";

/** Every screen of the app in each of its states, in groups of about equal size. */
export const screenGroups = {
  /** What a visitor sees who has not signed in. */
  signedOut: [
    ...signInScreens,
    ...secondStepScreens,
    ...keySignInScreens,
    ...registrationScreens,
    ...recoveryScreens,
    ...disowningScreens,
    ...erasureScreens,
    ...keepAccountScreens,
    ...operatorLinkScreens,
    ...emailChangeScreens,
    ...newcomerScreens,
    ...pageScreens,
  ],
  /** What signed-in users see of their own account. */
  account: [
    ...accountScreens,
    ...ownErasureScreens,
    ...twoFactorScreens,
    ...secondFactorScreens,
    ...sessionScreens,
    ...sessionEndScreens,
    ...hardwareKeyScreens,
    ...passwordlessScreens,
    ...stepUpScreens,
    ...activityScreens,
  ],
  /** Consent, connected applications and the developer portal. */
  applications: [
    ...consentScreens,
    ...apiScreens,
    ...deviceScreens,
    ...connectedAppScreens,
    ...oauthTestScreens,
    ...developerScreens,
    ...applicationScreens,
    ...securityScreens,
    ...apiKeyScreens,
  ],
  /** What admins see. */
  admin: [
    ...adminScreens,
    ...adminListScreens,
    ...generationScreens,
    ...adminUserScreens,
    ...secureScreens,
    ...adminErasureScreens,
    ...adminAccessScreens,
    ...adminBackupScreens,
    ...adminNoticeScreens,
    ...adminChecklistScreens,
    ...adminMailScreens,
    ...joiningScreens,
    ...initialAccessTokenScreens,
    ...clientSourceScreens,
    ...signingKeyScreens,
    ...integrityScreens,
    ...erasureListScreens,
    ...analyticsScreens,
  ],
} satisfies Record<string, readonly Screen[]>;

export const allScreens: readonly Screen[] = Object.values(screenGroups).flat();
