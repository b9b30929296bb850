import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { developerRoutes } from "./account-settings/developer-routes.ts";
import { applicationRoutes } from "./applications/routes.ts";
import type { CommandSettings } from "./config.ts";
import type { CommandHandler } from "./handling/command-handler.ts";
import type { CommandRoute, Commands } from "./handling/command-route.ts";
import type { MailLimits } from "./mail/mail-limits.ts";

interface ProviderDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  mailLimits: MailLimits;
  settings: CommandSettings;
}

/** The routes of the OAuth provider, for developers and for applications. */
export const providerRoutes = (
  commands: Commands,
  { commandHandler, keyring, mailLimits, settings }: ProviderDependencies,
): CommandRoute[] => [
  ...developerRoutes(commands, { commandHandler, mailLimits }),
  ...applicationRoutes(commands, {
    commandHandler,
    keyring,
    clientSecretDisplay: settings.clientSecretDisplay,
  }),
];
