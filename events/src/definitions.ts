import { userEvents } from "./account-events.ts";
import { adminEvents } from "./admin-events.ts";
import { resourceEvents } from "./api-events.ts";
import { apiKeyEvents, countedApiKeyEvents } from "./api-key-events.ts";
import { applicationEvents, countedApplicationEvents } from "./application-events.ts";
import { attemptEvents } from "./attempt-events.ts";
import { auditEvents } from "./audit-events.ts";
import {
  authorizationEvents,
  authorizationRequestEvents,
  clientTokenEvents,
  pushedRequestEvents,
} from "./authorization-events.ts";
import { backupEvents } from "./backup-events.ts";
import { clientCallEvents } from "./client-call-events.ts";
import { clientRegistrationEvents } from "./client-registration-events.ts";
import { clientSourceEvents, clientSourceUseEvents } from "./client-source-events.ts";
import { consentEvents } from "./consent-events.ts";
import { deviceRequestEvents } from "./device-events.ts";
import { emailCodeEvents } from "./email-code-events.ts";
import { erasureEvents, receiptEvents } from "./erasure-events.ts";
import { generationEvents } from "./generation-events.ts";
import { credentialEvents, hardwareKeyEvents } from "./hardware-key-events.ts";
import { identifierEvents } from "./identifier-events.ts";
import { joiningEvents } from "./joining-events.ts";
import { applicationSessionEvents, logoutEvents } from "./logout-events.ts";
import { mailEvents, mailTestEvents } from "./mail-events.ts";
import { notaryEvents, verificationEvents } from "./notary-events.ts";
import { secondFactorEvents } from "./second-factor-events.ts";
import { liveSessionEvents, sessionEvents } from "./sign-in-events.ts";
import { signingKeyEvents } from "./signing-key-events.ts";
import { snapshotEvents } from "./snapshot-events.ts";

export const definitions = [
  ...userEvents,
  ...adminEvents,
  ...identifierEvents,
  ...sessionEvents,
  ...liveSessionEvents,
  ...attemptEvents,
  ...secondFactorEvents,
  ...hardwareKeyEvents,
  ...credentialEvents,
  ...emailCodeEvents,
  ...applicationEvents,
  ...countedApplicationEvents,
  ...resourceEvents,
  ...clientCallEvents,
  ...authorizationRequestEvents,
  ...pushedRequestEvents,
  ...authorizationEvents,
  ...deviceRequestEvents,
  ...clientTokenEvents,
  ...consentEvents,
  ...signingKeyEvents,
  ...applicationSessionEvents,
  ...logoutEvents,
  ...apiKeyEvents,
  ...countedApiKeyEvents,
  ...auditEvents,
  ...mailEvents,
  ...mailTestEvents,
  ...snapshotEvents,
  ...erasureEvents,
  ...receiptEvents,
  ...generationEvents,
  ...joiningEvents,
  ...clientRegistrationEvents,
  ...clientSourceEvents,
  ...clientSourceUseEvents,
  ...backupEvents,
  ...notaryEvents,
  ...verificationEvents,
] as const;
