import type { Clock } from "@attestory/event-store/clock.ts";
import { confirmationSeconds } from "@attestory/events/recovery-events.ts";
import { userAnswer } from "@attestory/http/routing/answers.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import { protectionModels, protectionOf } from "./protection.ts";
import { emailAddresses, me, protection } from "./schema.ts";

interface AccountServices {
  store: Pick<ReadStore, "get" | "list">;
  freshness: Pick<Freshness, "readable">;
  /** Of the log. */
  generation: number;
  now: Clock;
}

export const accountRoutes = ({ store, freshness, generation, now }: AccountServices) => [
  route({
    method: "get",
    path: "/api/auth/me",
    summary: "Who is signed in",
    operationId: "getSignedInUser",
    description: "Returns the signed-in user.",
    access: "pending",
    answers: { 200: me },
    handle: async ({ principal }) => ({ status: 200, body: { user: userAnswer(principal.user) } }),
  }),
  route({
    method: "get",
    path: "/api/user/email",
    summary: "The email address, and another one whose link was not opened yet",
    operationId: "getEmailAddresses",
    description: "The address, and another one that was asked for and whose link was not opened yet.",
    access: "user",
    answers: { 200: emailAddresses },
    handle: async ({ principal: { user } }) => ({
      status: 200,
      body: { email: user.email, pending: pendingOf(user, now()) },
    }),
  }),
  route({
    method: "get",
    path: "/api/user/protection",
    summary: "What signs in to your account or acts for it, counted",
    operationId: "getProtection",
    description: "Counts what signs in to your account or acts for it. Of the sessions, all but yours.",
    access: "user",
    answers: { 200: protection },
    async handle({ principal: { user, session }, context }) {
      if (!(await freshness.readable(context, protectionModels))) return projectionLag();
      return { status: 200, body: await protectionOf({ store, generation, now }, { user, current: session }) };
    },
  }),
];

/** Null once its link has expired. */
function pendingOf({ pendingEmail }: UserDocument, now: Date): { email: string; expiresAt: string } | null {
  if (!pendingEmail?.email) return null;
  const { email, requestedAt } = pendingEmail;
  const expiresAt = new Date(new Date(requestedAt).getTime() + confirmationSeconds * 1000);
  return expiresAt > now ? { email, expiresAt: expiresAt.toISOString() } : null;
}
