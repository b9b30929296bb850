import { problem } from "@attestory/http/routing/problem.ts";
import { z } from "zod";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { DevInbox } from "./dev-inbox.ts";
import { devEmailParams, devInbox, devInboxQuery } from "./dev-inbox-schema.ts";
import { framedEmail } from "./framed-email.ts";

interface DevInboxServices {
  /** Null if there is a mail server. Production does not start without one. */
  devInbox: Pick<DevInbox, "list" | "find"> | null;
}

export const devInboxRoutes = ({ devInbox: inbox }: DevInboxServices): CommandRoute[] => (inbox ? routesOf(inbox) : []);

const routesOf = ({ list, find }: Pick<DevInbox, "list" | "find">): CommandRoute[] => [
  route({
    method: "get",
    path: "/api/dev/inbox",
    summary: "Emails that would have been sent, newest first; with `to`, those to one address",
    operationId: "listDevEmails",
    description: "Only where there is no mail server. The emails are rendered from the log, and stored nowhere.",
    access: "anyone",
    query: devInboxQuery,
    answers: { 200: devInbox },
    handle: async ({ query }) => ({ status: 200, body: await list(query.to) }),
  }),
  route({
    method: "get",
    path: "/api/dev/inbox/{id}/html",
    summary: "The HTML of an email that would have been sent, for a frame",
    operationId: "getDevEmailHtml",
    description: "Only where there is no mail server. A page for a frame of the service's own pages.",
    access: "anyone",
    params: devEmailParams,
    mediaType: "text/html",
    answers: { 200: z.string() },
    async handle({ params }) {
      const email = await find(params.id);
      return email ? framedEmail(email.html) : problem(404, "not_found", "There is no such email");
    },
  }),
];
