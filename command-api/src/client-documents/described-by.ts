import type { Application } from "../applications/application-state.ts";
import { isLoopback } from "../authorizations/redirect-uris.ts";

type Described = Pick<Application, "documentUrl">;

/** Of an application that describes itself, the host of its document: its name proves nothing. Null for any other. */
export const clientHostOf = ({ documentUrl }: Described): string | null =>
  documentUrl === null ? null : new URL(documentUrl).host;

/** What a user is told of an application that describes itself. `redirectUri`: where the answer goes, whatever else it has. */
export const describedBy = (application: Described, redirectUri: string) => ({
  clientHost: clientHostOf(application),
  onlyOnDevice: application.documentUrl !== null && isLoopback(redirectUri),
});
