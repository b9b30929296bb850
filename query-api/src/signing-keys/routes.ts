import type { Clock } from "@attestory/event-store/clock.ts";
import { isPublished, leavesAt, maySignAt, signingKeyState } from "@attestory/events/signing-key-validity.ts";
import {
  everyKey,
  type SigningKeyDocument,
  signingKeys,
  timesOfKey,
} from "@attestory/projections/read-models/signing-keys.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import type { z } from "zod";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route } from "../handling/query-route.ts";
import { keptSigningKeys } from "./schema.ts";

interface SigningKeyServices {
  store: Pick<ReadStore, "list">;
  freshness: Pick<Freshness, "readable">;
  now: Clock;
}

/** So many are shown: 25 years of rotation every 90 days. */
const mostKeys = 200;

/** The keys that sign tokens, for admins. */
export const signingKeyRoutes = ({ store, freshness, now }: SigningKeyServices) => [
  route({
    method: "get",
    path: "/api/admin/signing-keys",
    summary: "The keys that sign tokens: which signs, which comes next, and which were replaced",
    operationId: "listSigningKeys",
    description: "Returns the public facts of the keys that sign tokens, newest first. For admins.",
    access: "admin",
    answers: { 200: keptSigningKeys },
    async handle({ context }) {
      if (!(await freshness.readable(context, [signingKeys.name]))) return projectionLag();
      const listing = { index: "all", value: everyKey, direction: "descending", limit: mostKeys } as const;
      const found = await store.list(signingKeys, listing);
      return { status: 200, body: { keys: found.map(({ document }) => answerKey(document, now())) } };
    },
  }),
];

type KeptKey = z.infer<typeof keptSigningKeys>["keys"][number];

function answerKey(key: SigningKeyDocument, now: Date): KeptKey {
  const { id, algorithm, createdAt, signsSince, replacedAt } = key;
  const times = timesOfKey(key);
  const state = signingKeyState(times, now);
  return {
    id,
    algorithm,
    state,
    isPublished: isPublished(state),
    createdAt,
    maySignAt: maySignAt(times.createdAt).toISOString(),
    signsSince,
    replacedAt,
    leavesAt: leavesAt(times)?.toISOString() ?? null,
  };
}
