import { applicationChanged } from "@attestory/events/application-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import type { CommandOf, Decision } from "./application-command.ts";
import type { Application, ApplicationState } from "./application-state.ts";
import { faultOfAuthentication } from "./client-authentication.ts";
import { hasSettings } from "./decide-change.ts";

/** Registers the application of a document, or brings it up to date. One that was deleted stays so. */
export function adopt(
  state: ApplicationState,
  { type: _, sourceId, freshUntil, ...described }: CommandOf<"adopt">,
): Decision {
  if (state.status === "deleted") return { refused: "already-registered" };
  const fault = faultOfAuthentication(described);
  if (fault) return { refused: fault };
  const { applicationId, name, kind } = described;
  const fetched = {
    type: "ApplicationDocumentFetched",
    data: { applicationId, name, sourceId, kind, freshUntil },
  } as const;
  if (state.status === "none") {
    return [{ type: "ApplicationRegistered", data: { ...described, clientSecret: null } }, fetched];
  }
  if (state.documentUrl !== described.documentUrl) return { refused: "already-registered" };
  const data = applicationChanged.schema.parse(described);
  return hasSettings(state, data) ? [fetched] : [{ type: "ApplicationChanged", data }, fetched];
}

/** Once, so that a host that stays wrong does not fill the log. */
export function refuseDocument({ document, applicationId, name }: Application): Decision {
  if (document === null || document.isRefused) return [];
  return [{ type: "ApplicationDocumentRefused", data: { applicationId, name } }];
}

export const documentRefused = (state: Application): Application => ({
  ...state,
  document: state.document && { ...state.document, isRefused: true },
});

/** Another entry of the list than before ends what was issued under that one. */
export function documentFetched(
  state: Application,
  { data: { sourceId, kind, freshUntil }, recordedAt }: Recorded<"ApplicationDocumentFetched">,
): Application {
  const isReadmitted = state.document !== null && state.document.sourceId !== sourceId;
  return {
    ...state,
    kind,
    epoch: isReadmitted ? state.epoch + 1 : state.epoch,
    document: { sourceId, readAt: recordedAt, freshUntil: new Date(freshUntil), isRefused: false },
  };
}
