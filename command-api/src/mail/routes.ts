import type { DevEmail } from "../api-schema.ts";
import { devInbox, devInboxQuery } from "../api-schema.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";

/** Registered only without a mail server. Production does not start without one. */
export const devInboxRoutes = (list: (to?: string) => Promise<DevEmail[]>): CommandRoute[] => [
  route({
    method: "get",
    path: "/api/dev/inbox",
    summary: "Emails that would have been sent, newest first; with `to`, those to one address",
    access: "anyone",
    query: devInboxQuery,
    answers: { 200: devInbox, devInboxQuery },
    handle: async ({ query }) => ({ status: 200, body: await list(query.to) }),
  }),
];
