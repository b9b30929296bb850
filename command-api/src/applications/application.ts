import type { ApplicationEvent } from "@attestory/events/application-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import { changedTrust } from "@attestory/events/grant-validity.ts";
import { authMethodOf } from "@attestory/http/routing/application-answer.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import { adopt, documentFetched, documentRefused, refuseDocument } from "./adopt-document.ts";
import type { ApplicationCommand, ApplicationReason, CommandOf, Decision } from "./application-command.ts";
import type { Application, ApplicationState } from "./application-state.ts";
import { faultOfAuthentication } from "./client-authentication.ts";
import { decideChange } from "./decide-change.ts";
import { protectionsIn } from "./protections.ts";

export const application: Decider<ApplicationState, ApplicationCommand, ApplicationEvent, ApplicationReason> =
  defineDecider({
    initial: { status: "none" },
    decide: { register, adopt },
    evolve: { ApplicationRegistered: registered },

    when: {
      is: isRegistered,
      otherwise: "no-such-application",
      decide: {
        change: ofOwner((state, command) =>
          state.documentUrl === null ? decideChange(state, command) : { refused: "described-by-document" },
        ),
        "rotate-secret": ofOwner(rotateSecret),
        delete: ofOwner((state, { isByItself }) =>
          isByItself && !state.hasRegistrationAccess
            ? { refused: "no-such-application" }
            : [{ type: "ApplicationDeleted", data: namedIn(state) }],
        ),
        "hand-over": ofOwner(handOver),
        "end-registration-access": ofOwner((state) =>
          state.hasRegistrationAccess ? [{ type: "RegistrationAccessEnded", data: namedIn(state) }] : [],
        ),
        "change-status": changeStatus,
        "change-trust": changeTrust,
        "refuse-document": refuseDocument,
      },
      evolve: {
        ApplicationChanged: (state, { data, actor }) => ({
          ...state,
          ...data,
          requiredByPerson: actor.kind === "client" ? state.requiredByPerson : protectionsIn(data),
        }),
        ApplicationDocumentFetched: documentFetched,
        ApplicationDocumentRefused: documentRefused,
        ClientSecretRotated: secretRotated,
        ApplicationSuspended: (state) => ({ ...state, isActive: false, epoch: state.epoch + 1 }),
        ApplicationActivated: (state) => ({ ...state, isActive: true }),
        ApplicationTrustChanged: (state, { data }) => ({ ...state, ...changedTrust(state, data) }),
        ApplicationHandedOver: (state, { data }) => ({
          ...state,
          ownerId: data.ownerId,
          hasRegistrationAccess: false,
        }),
        RegistrationAccessEnded: (state) => ({ ...state, hasRegistrationAccess: false }),
        ApplicationDeleted: ({ ownerId }) => ({ status: "deleted", ownerId }),
      },
    },

    ignores: ["ApplicationHandOverAnnounced", "TrustedApplicationChangeAnnounced"],
  });

function isRegistered(state: ApplicationState): state is Application {
  return state.status === "registered";
}

/** Decides a command that only the owner may send. */
function ofOwner<Command extends { ownerId: string }>(decide: (state: Application, command: Command) => Decision) {
  return (state: Application, command: Command): Decision =>
    command.ownerId === state.ownerId ? decide(state, command) : { refused: "no-such-application" };
}

function register(state: ApplicationState, { type: _, ...data }: CommandOf<"register">): Decision {
  if (state.status !== "none") return { refused: "already-registered" };
  if (data.kind === "public" && !data.requirePkce) return { refused: "public-needs-pkce" };
  const fault = faultOfAuthentication(data);
  return fault ? { refused: fault } : [{ type: "ApplicationRegistered", data: { ...data, documentUrl: null } }];
}

function registered(_: ApplicationState, { data, recordedAt, actor }: Recorded<"ApplicationRegistered">): Application {
  return {
    status: "registered",
    ...data,
    registeredAt: recordedAt,
    formerSecret: null,
    hasRegistrationAccess: actor.kind === "client" && data.documentUrl === null,
    requiredByPerson: null,
    trusted: false,
    isActive: true,
    epoch: 0,
    trustEpoch: 0,
    document: null,
  };
}

const namedIn = ({ applicationId, name }: Application) => ({ applicationId, name });

function rotateSecret(state: Application, { clientSecret, formerUntil }: CommandOf<"rotate-secret">): Decision {
  if (authMethodOf(state) !== "client_secret") return { refused: "no-secret" };
  const data = { ...namedIn(state), clientSecret, formerUntil: formerUntil?.toISOString() ?? null };
  return [{ type: "ClientSecretRotated", data }];
}

function secretRotated(state: Application, { data }: Recorded<"ClientSecretRotated">): Application {
  const { clientSecret, formerUntil } = data;
  const former = state.clientSecret;
  return {
    ...state,
    clientSecret,
    formerSecret: former && formerUntil ? { digest: former.digest, until: new Date(formerUntil) } : null,
  };
}

function handOver(state: Application, { newOwnerId }: CommandOf<"hand-over">): Decision {
  const { ownerId: formerOwnerId } = state;
  if (newOwnerId === formerOwnerId) return { refused: "owns-already" };
  const named = namedIn(state);
  return [
    { type: "ApplicationHandedOver", data: { ...named, ownerId: newOwnerId, formerOwnerId } },
    { type: "ApplicationHandOverAnnounced", data: { ...named, userId: formerOwnerId } },
  ];
}

function changeStatus(state: Application, { isActive }: CommandOf<"change-status">): Decision {
  if (isActive === state.isActive) return [];
  return [{ type: isActive ? "ApplicationActivated" : "ApplicationSuspended", data: namedIn(state) }];
}

/** The host of a document adds redirect URIs when it likes, and no admin hears of it: nothing that an admin could trust. */
function changeTrust(state: Application, { trusted }: CommandOf<"change-trust">): Decision {
  if (trusted && state.documentUrl !== null) return { refused: "described-by-document" };
  return trusted === state.trusted ? [] : [{ type: "ApplicationTrustChanged", data: { ...namedIn(state), trusted } }];
}
