import type { Clock } from "@attestory/event-store/clock.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { SessionActivity } from "../sessions/session-activity.ts";
import { signedInVisitor } from "../sessions/signed-in-visitor.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { authorizePages } from "./authorize-pages.ts";
import { consentCalls } from "./consent-calls.ts";

interface AuthorizeServices extends Omit<AuthorizeDependencies, "issuer" | "signedIn"> {
  publicUrl: string;
  sessionActivity: SessionActivity;
  now: Clock;
}

/** From an application's request to its code. */
export const authorizeRoutes = (services: AuthorizeServices): CommandRoute[] => {
  const dependencies = { ...services, issuer: services.publicUrl, signedIn: signedInVisitor(services) };
  return [...authorizePages(dependencies), ...consentCalls(dependencies)];
};
