import type { Clock } from "@attestory/event-store/clock.ts";
import { confirmationSeconds } from "@attestory/events/recovery-events.ts";
import { userAnswer } from "@attestory/http/routing/user-answer.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import { emailAddresses, me } from "../api-schema.ts";
import { route } from "../query-route.ts";

export const accountRoutes = ({ now }: { now: Clock }) => [
  route({
    method: "get",
    path: "/api/auth/me",
    summary: "Who is signed in",
    access: "pending",
    answers: { 200: me },
    handle: async ({ principal }) => ({ status: 200, body: { user: userAnswer(principal.user) } }),
  }),
  route({
    method: "get",
    path: "/api/user/email",
    summary: "The email address, and another one whose link was not opened yet",
    access: "user",
    answers: { 200: emailAddresses },
    handle: async ({ principal: { user } }) => ({
      status: 200,
      body: { email: user.email, pending: pendingOf(user, now()) },
    }),
  }),
];

/** Null once its link has expired. */
function pendingOf({ pendingEmail }: UserDocument, now: Date): { email: string; expiresAt: string } | null {
  if (!pendingEmail?.email) return null;
  const { email, requestedAt } = pendingEmail;
  const expiresAt = new Date(new Date(requestedAt).getTime() + confirmationSeconds * 1000);
  return expiresAt > now ? { email, expiresAt: expiresAt.toISOString() } : null;
}
