import type { Application } from "../applications/application-state.ts";
import { isLoopback } from "../authorizations/redirect-uris.ts";

/** What a user is told of an application that describes itself. Its name proves nothing: the host of its document does. */
export const describedBy = ({ documentUrl, redirectUris }: Pick<Application, "documentUrl" | "redirectUris">) => ({
  clientHost: documentUrl === null ? null : new URL(documentUrl).host,
  onlyOnDevice: documentUrl !== null && redirectUris.every(isLoopback),
});
