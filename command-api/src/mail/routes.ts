import type { DevEmail } from "../api-schema.ts";
import { devInbox } from "../api-schema.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";

/** Registered only without a mail server. Production does not start without one. */
export const devInboxRoutes = (list: () => Promise<DevEmail[]>): CommandRoute[] => [
  route({
    method: "get",
    path: "/api/dev/inbox",
    summary: "Emails that would have been sent, newest first",
    access: "anyone",
    answers: { 200: devInbox },
    handle: async () => ({ status: 200, body: await list() }),
  }),
];
