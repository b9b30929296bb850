import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { hardwareKeys } from "@attestory/projections/read-models/hardware-keys.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type Freshness, projectionLag } from "../handling/freshness.ts";
import { route, type SessionPrincipal } from "../handling/query-route.ts";
import { answerHardwareKeys } from "./answer-keys.ts";
import { hardwareKeys as hardwareKeysAnswer, waysIn } from "./schema.ts";

interface HardwareKeyServices {
  store: Pick<ReadStore, "list">;
  sealing: Pick<Sealing, "decryptSealed">;
  freshness: Pick<Freshness, "readable">;
}

/** More than an account may have. */
const limit = 100;

export const hardwareKeyRoutes = ({ store, sealing, freshness }: HardwareKeyServices) => [
  route({
    method: "get",
    path: "/api/user/hardware-keys",
    summary: "Your hardware keys and passkeys, oldest first",
    operationId: "listHardwareKeys",
    description: "Lists your hardware keys and passkeys.",
    access: "user",
    answers: { 200: hardwareKeysAnswer },
    async handle({ principal, context }) {
      if (!(await freshness.readable(context, [hardwareKeys.name]))) return projectionLag();
      const listed = await store.list(hardwareKeys, keysOf(principal));
      return { status: 200, body: { hardwareKeys: await answerHardwareKeys(sealing, listed) } };
    },
  }),
  route({
    method: "get",
    path: "/api/user/ways-in",
    summary: "Whether you have a password, and how many hardware keys",
    operationId: "getWaysIn",
    description: "Whether the account has a password, and how many hardware keys.",
    access: "user",
    answers: { 200: waysIn },
    async handle({ principal, context }) {
      if (!(await freshness.readable(context, [hardwareKeys.name]))) return projectionLag();
      const listed = await store.list(hardwareKeys, keysOf(principal));
      return { status: 200, body: { hasPassword: principal.user.hasPassword, hardwareKeys: listed.length } };
    },
  }),
];

const keysOf = ({ userId }: Pick<SessionPrincipal, "userId">) =>
  ({ index: "user", value: userId, direction: "ascending", limit }) as const;
