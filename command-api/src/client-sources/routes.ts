import { clientSourcesStream, userStream } from "@attestory/events/envelope.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { user } from "../accounts/user.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { type ClientSourceReason, clientSources } from "./client-sources.ts";
import { urlPrefixOf } from "./document-address.ts";
import { answerSourceRefusal } from "./refusals.ts";
import { clientSourceAllowed, clientSourceCreation, clientSourceParams } from "./schema.ts";

interface ClientSourceServices {
  commands: Commands;
  commandHandler: CommandHandler;
  outboundAllowPrivate: boolean;
}

const refusalOf = { malformed: "invalid-address", "not-public": "no-public-host" } as const;

/** The calls of admins, who decide from where applications may describe themselves. */
export function clientSourceRoutes(services: ClientSourceServices): CommandRoute[] {
  const { commands, commandHandler, outboundAllowPrivate: allowPrivate } = services;
  const route = commands.routes(answerSourceRefusal);
  return [
    route({
      method: "post",
      path: "/api/admin/client-sources",
      summary: "Let applications from an address describe themselves by a metadata document",
      operationId: "allowClientSource",
      description:
        "Allows applications whose client id is the address of their metadata document (Client ID Metadata Documents), if it begins like this. The service fetches the documents. They belong to the admin who allowed the address, and count while that admin is an active one. For admins.",
      access: "admin",
      stepUp: true,
      revokes: false,
      body: clientSourceCreation,
      answers: { 201: clientSourceAllowed },
      refuses: [
        ...Object.values(refusalOf),
        ...among<ClientSourceReason>("source-allowed-already", "too-many-sources"),
      ],
      async handle({ body: { address }, principal, commandContext }) {
        const prefix = urlPrefixOf(address, { allowPrivate });
        if ("fault" in prefix) return { refused: refusalOf[prefix.fault] };
        const { urlPrefix } = prefix;
        const sourceId = commandContext.newId("client source");
        const { state: maker } = await commandHandler.load(user, userStream(principal.userId));
        // Read once the call was allowed: who has stopped being an admin meanwhile has made it in the term that is over.
        const adminTerm = maker.status === "registered" ? maker.adminTerm : 0;
        const outcome = await commandHandler.handle({
          decider: clientSources,
          stream: clientSourcesStream,
          command: { type: "allow", sourceId, urlPrefix, adminTerm },
          person: principal.userId,
          commandContext,
        });
        if (isRefused(outcome)) return outcome;
        return { status: 201, body: { clientSource: { id: sourceId, urlPrefix } }, position: outcome.position };
      },
    }),
    route({
      method: "delete",
      path: "/api/admin/client-sources/{id}",
      summary: "Remove an address: the applications from there can no longer sign users in",
      operationId: "removeClientSource",
      description:
        "Removes an address. Applications whose documents came from there can no longer sign users in, and their codes and tokens stop working for good. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: clientSourceParams,
      answers: { 200: message },
      refuses: among<ClientSourceReason>("no-such-source"),
      async handle({ params, principal, commandContext }) {
        const outcome = await commandHandler.handle({
          decider: clientSources,
          stream: clientSourcesStream,
          command: { type: "remove", sourceId: params.id },
          person: principal.userId,
          commandContext,
        });
        return answerMessage(outcome, "Address removed");
      },
    }),
  ];
}
