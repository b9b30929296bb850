import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { authorizePages } from "./authorize-pages.ts";
import { consentCalls } from "./consent-calls.ts";

/** From an application's request to its code. */
export const authorizeRoutes = (commands: Commands, dependencies: AuthorizeDependencies): CommandRoute[] => [
  ...authorizePages(commands, dependencies),
  ...consentCalls(commands, dependencies),
];
