import type { Clock } from "@attestory/event-store/clock.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { apiKeys as apiKeyModel } from "@attestory/projections/read-models/api-keys.ts";
import { invitedAccounts } from "@attestory/projections/read-models/invited-accounts.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { decryptTexts } from "../handling/decrypt-fields.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import { answerKey } from "./answer-key.ts";
import { readInvitationBudget } from "./read-invitation-budget.ts";
import { apiKeys as apiKeysAnswer } from "./schema.ts";

interface ApiKeyServices {
  store: Pick<ReadStore, "get" | "list">;
  sealing: Pick<Sealing, "decryptSealed">;
  freshness: Pick<Freshness, "readable">;
  now: Clock;
  /** How many accounts the API keys of a user may create in 24 hours. */
  invitationsPerDay: number;
  /** The address that the Pro notice shows, or null. */
  contactEmail: string | null;
}

/** More than a user may have. */
const limit = 100;

export const apiKeyRoutes = ({ store, sealing, freshness, now, invitationsPerDay, contactEmail }: ApiKeyServices) => [
  route({
    method: "get",
    path: "/api/developer/api-keys",
    summary: "Your API keys, oldest first, how many accounts they may create, and the address to write to about Pro",
    operationId: "listApiKeys",
    description:
      "Returns your API keys, never their values, how many accounts they created in 24 hours and may create, and the address to write to about Pro.",
    access: "user",
    answers: { 200: apiKeysAnswer },
    async handle({ principal: { user }, context }) {
      if (!(await freshness.readable(context, [invitedAccounts.name]))) return projectionLag();
      const keys = { index: "user", value: user.id, direction: "ascending", limit } as const;
      const documents = (await store.list(apiKeyModel, keys)).map(({ document }) => document);
      const names = await decryptTexts(sealing, documents, "name");
      const apiKeys = documents.map((key) => answerKey(key, { name: names.get(key.id) ?? "", owner: user }, now()));
      const inviting = { userId: user.id, perDay: invitationsPerDay };
      const invitations = await readInvitationBudget(store, inviting, now());
      return { status: 200, body: { apiKeys, invitations, contactEmail } };
    },
  }),
];
