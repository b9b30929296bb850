import type { Flow } from "../flow.ts";
import { administration } from "./administration.ts";
import { apiKeys } from "./api-keys.ts";
import { authenticatorApp } from "./authenticator-app.ts";
import { authorization } from "./authorization.ts";
import { clientRegistration } from "./client-registration.ts";
import { clientSources } from "./client-sources.ts";
import { developer } from "./developer.ts";
import { device } from "./device.ts";
import { erasure } from "./erasure.ts";
import { firstAdmin } from "./first-admin.ts";
import { handOver } from "./hand-over.ts";
import { hardwareKey } from "./hardware-key.ts";
import { joining } from "./joining.ts";
import { mail } from "./mail.ts";
import { otherNames } from "./other-names.ts";
import { passkey } from "./passkey.ts";
import { provisioning } from "./provisioning.ts";
import { recovery } from "./recovery.ts";
import { rescue } from "./rescue.ts";
import { securing } from "./securing.ts";
import { signingKeys } from "./signing-keys.ts";
import { trustedBrowser } from "./trusted-browser.ts";
import { wrongGuesses } from "./wrong-guesses.ts";

export const flows = {
  firstAdmin,
  joining,
  otherNames,
  authenticatorApp,
  recovery,
  securing,
  hardwareKey,
  trustedBrowser,
  administration,
  rescue,
  developer,
  clientRegistration,
  clientSources,
  handOver,
  apiKeys,
  provisioning,
  authorization,
  device,
  passkey,
  wrongGuesses,
  mail,
  signingKeys,
  erasure,
} as const satisfies Record<string, Flow>;

export type FlowName = keyof typeof flows;
export const flowNames = Object.keys(flows) as FlowName[];
/** Those that users can take part in again and again. */
export const recurring: readonly FlowName[] = flowNames.filter((name) => name !== "firstAdmin");
