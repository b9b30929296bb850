import type { Clock } from "@attestory/event-store/clock.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { isOfTokensMaker } from "@attestory/events/invitation-validity.ts";
import {
  everyInitialToken,
  type InitialAccessTokenDocument,
  initialAccessTokens as model,
} from "@attestory/projections/read-models/initial-access-tokens.ts";
import { type UserDocument, users } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { decryptTexts } from "../handling/decrypt-fields.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { nextCursor, page } from "../handling/paging.ts";
import { route } from "../handling/query-route.ts";
import { type InitialAccessToken, initialAccessTokens } from "./schema.ts";

interface RegistrationServices {
  store: Pick<ReadStore, "getMany" | "list">;
  sealing: Pick<Sealing, "decryptSealed">;
  freshness: Pick<Freshness, "readable">;
  now: Clock;
}

export const initialTokenRoutes = ({ store, sealing, freshness, now }: RegistrationServices) => [
  route({
    method: "get",
    path: "/api/admin/initial-access-tokens",
    summary: "The initial access tokens, newest first, without the tokens themselves",
    operationId: "listInitialAccessTokens",
    description:
      "Returns the tokens with which applications register themselves, newest first, without the tokens themselves. For admins.",
    access: "admin",
    query: page,
    answers: { 200: initialAccessTokens },
    async handle({ query: { limit, cursor }, context }) {
      if (!(await freshness.readable(context, [model.name]))) return projectionLag();
      const part = { index: "all", value: everyInitialToken, direction: "descending" } as const;
      const listed = await store.list(model, { ...part, limit: limit + 1, ...(cursor && { after: cursor }) });
      const shown = listed.slice(0, limit).map(({ document }) => document);
      const makers = await store.getMany(users, [...new Set(shown.map(({ madeBy }) => madeBy))]);
      const labels = await decryptTexts(sealing, shown, "label");
      const answers = shown.map((each) => {
        const known = { maker: makers.get(each.madeBy) ?? null, label: labels.get(each.id) ?? null };
        return answerToken(each, known, now());
      });
      return { status: 200, body: { initialAccessTokens: answers, nextCursor: nextCursor(listed, limit) } };
    },
  }),
];

type TokenState = InitialAccessToken["state"];

interface Known {
  maker: UserDocument | null;
  label: string | null;
}

const answerToken = (document: InitialAccessTokenDocument, { maker, label }: Known, now: Date): InitialAccessToken => ({
  id: document.id,
  label,
  madeAt: new Date(document.madeAt).toISOString(),
  madeBy: { id: document.madeBy, username: maker?.username ?? null },
  expiresAt: document.expiresAt,
  uses: document.uses,
  used: document.used,
  state: stateOf(document, maker, now),
});

function stateOf(document: InitialAccessTokenDocument, maker: UserDocument | null, now: Date): TokenState {
  const { isRevoked, used, uses, expiresAt } = document;
  if (isRevoked) return "revoked";
  if (used >= uses) return "used";
  if (new Date(expiresAt) <= now) return "expired";
  return maker && isOfTokensMaker(document, maker) ? "open" : "no-admin";
}
