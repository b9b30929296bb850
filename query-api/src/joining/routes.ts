import type { Clock } from "@attestory/event-store/clock.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { isOfMakersTerm } from "@attestory/events/invitation-validity.ts";
import {
  everyInvitation,
  type InvitationDocument,
  invitations as invitationModel,
} from "@attestory/projections/read-models/invitations.ts";
import { signUpPolicy as policyModel, thePolicy } from "@attestory/projections/read-models/sign-up-policy.ts";
import { type UserDocument, users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { decryptTexts } from "../handling/decrypt-fields.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { nextCursor, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { type Invitation, invitations, publicSignUpPolicy, signUpPolicy } from "./schema.ts";

interface JoiningServices {
  store: Pick<ReadStore, "get" | "getMany" | "list">;
  sealing: Pick<Sealing, "decryptSealed">;
  freshness: Pick<Freshness, "readable">;
  now: Clock;
}

/** Until an admin has set another one. */
const openToAll = { mode: "open", domains: [] as readonly string[], setAt: null, setBy: null } as const;

export const joiningRoutes = ({ store, sealing, freshness, now }: JoiningServices) => [
  route({
    method: "get",
    path: "/api/auth/sign-up-policy",
    summary: "Who may join, for the page that registers",
    operationId: "getPublicSignUpPolicy",
    description:
      "Returns who may join: open, only-domains, not-domains, invitation or closed. domains is null unless only these may join.",
    access: "anyone",
    answers: { 200: publicSignUpPolicy },
    async handle({ context }) {
      if (!(await freshness.readable(context, [policyModel.name]))) return projectionLag();
      const { mode, domains } = (await store.get(policyModel, thePolicy)) ?? openToAll;
      // Whom an organisation keeps out is nobody else's business.
      return { status: 200, body: { mode, domains: mode === "only-domains" ? domains : null } };
    },
  }),
  route({
    method: "get",
    path: "/api/admin/sign-up-policy",
    summary: "Who may join, and which admin decided it",
    operationId: "getSignUpPolicy",
    description: "Returns who may join, and which admin decided it. For admins.",
    access: "admin",
    answers: { 200: signUpPolicy },
    async handle({ context }) {
      if (!(await freshness.readable(context, [policyModel.name]))) return projectionLag();
      const policy = await store.get(policyModel, thePolicy);
      if (!policy) return { status: 200, body: openToAll };
      const { mode, domains, setAt, setBy } = policy;
      return { status: 200, body: { mode, domains, setAt, setBy: adminOf(await store.get(users, setBy), setBy) } };
    },
  }),
  route({
    method: "get",
    path: "/api/admin/invitations",
    summary: "The invitations, newest first, without their links",
    operationId: "listInvitations",
    description: "Returns the invitations, newest first, without their links. For admins.",
    access: "admin",
    query: page,
    answers: { 200: invitations },
    async handle({ query: { limit, cursor }, context }) {
      if (!(await freshness.readable(context, [invitationModel.name]))) return projectionLag();
      const part = { index: "all", value: everyInvitation, direction: "descending" } as const;
      const listed = await store.list(invitationModel, { ...part, limit: limit + 1, ...(cursor && { after: cursor }) });
      const shown = listed.slice(0, limit).map(({ document }) => document);
      const makers = await store.getMany(users, [...new Set(shown.map(({ madeBy }) => madeBy))]);
      const emails = await decryptTexts(sealing, shown, "email");
      const answers = shown.map((each) => {
        const known = { maker: makers.get(each.madeBy) ?? null, email: emails.get(each.id) ?? null };
        return answerInvitation(each, known, now());
      });
      return { status: 200, body: { invitations: answers, nextCursor: nextCursor(listed, limit) } };
    },
  }),
];

const adminOf = (user: UserDocument | null, id: string) => ({ id, username: user?.username ?? null });

function answerInvitation(
  document: InvitationDocument,
  { maker, email }: { maker: UserDocument | null; email: string | null },
  now: Date,
): Invitation {
  const { madeAt, madeBy, isRevoked: _, adminTerm: __, seal: ___, used, ...facts } = document;
  return {
    ...facts,
    email,
    used,
    madeAt: new Date(madeAt).toISOString(),
    madeBy: adminOf(maker, madeBy),
    state: stateOf(document, maker, now),
  };
}

function stateOf(
  { isRevoked, used, uses, expiresAt, adminTerm }: InvitationDocument,
  maker: UserDocument | null,
  now: Date,
): Invitation["state"] {
  if (isRevoked) return "revoked";
  if (used >= uses) return "used";
  if (new Date(expiresAt) <= now) return "expired";
  return maker && isOfMakersTerm({ adminTerm }, maker) ? "open" : "no-admin";
}
