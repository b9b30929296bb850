import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import { deviceInWords, locationInWords } from "@attestory/http/parsing/device.ts";
import { type ActivityDocument, activity, kindOf } from "@attestory/projections/read-models/activity.ts";
import type { Listed, ReadStore } from "@attestory/projections/store/read-store.ts";
import { sealOf } from "@attestory/projections/store/sealed-fields.ts";
import { z } from "zod";
import { type Activity, activityAnswer, activityTypes } from "../api-schema.ts";
import { type Freshness, projectionLag } from "../fresh-enough.ts";
import { nextCursor, page } from "../paging.ts";
import { route } from "../query-route.ts";
import { describeActivity } from "./describe-activity.ts";

export interface ActivityParts {
  store: Pick<ReadStore, "list">;
  sealing: Pick<Sealing, "decryptSealed">;
  freshness: Pick<Freshness, "readable">;
}

const query = page.extend({ type: z.enum(activityTypes, "This is no kind of activity").optional() });

export const activityRoutes = ({ store, sealing, freshness }: ActivityParts) => [
  route({
    method: "get",
    path: "/api/user/activity",
    summary: "What happened to the account, newest first",
    access: "user",
    query,
    answers: { 200: activityAnswer },
    async handle({ principal, query: { type, limit, cursor }, context }) {
      if (!(await freshness.readable(context, [activity.name]))) return projectionLag();
      const { userId, sessionId } = principal;
      const part = type ? { index: "kind", value: kindOf({ userId, kind: type }) } : { index: "user", value: userId };
      // One more than is shown, to see whether there is a next page.
      const listing = { ...part, direction: "descending", limit: limit + 1, ...(cursor && { after: cursor }) } as const;
      const listed = await store.list(activity, listing);
      const shown = listed.slice(0, limit);
      const body = { activity: await entriesOf(sealing, shown, sessionId), nextCursor: nextCursor(listed, limit) };
      return { status: 200, body };
    },
  }),
];

async function entriesOf(
  sealing: ActivityParts["sealing"],
  listed: readonly Listed<ActivityDocument>[],
  currentSession: string,
): Promise<Activity[]> {
  const sealed = listed.flatMap(({ document: { id, seal } }) => (seal ? [{ id, seal: sealOf(seal) }] : []));
  const opened = await sealing.decryptSealed(sealed.map(({ seal }) => seal));
  const decrypted = new Map(sealed.map(({ id }, index) => [id, opened[index]]));
  return listed.map(({ document }) => {
    const { data = {}, ip = null, userAgent = null } = decrypted.get(document.id) ?? {};
    const { sentence, detail, canDisown } = describeActivity(document, data);
    const { device, network, sessionId } = originOf(document, { ip, userAgent });
    const isCurrent = sessionId === currentSession;
    return {
      id: document.id,
      type: document.kind,
      sentence,
      detail,
      time: new Date(document.at).toISOString(),
      device,
      network,
      sessionId,
      isCurrent,
      canDisown: canDisown && !isCurrent,
    };
  });
}

/** Where an event came from. An admin's device, address and session are not the owner's to see. */
function originOf(
  { by, sessionId }: ActivityDocument,
  { ip, userAgent }: { ip: string | null; userAgent: string | null },
): Pick<Activity, "device" | "network" | "sessionId"> {
  if (by === "other") return { device: null, network: null, sessionId: null };
  const device = userAgent === null && by === "system" ? null : deviceInWords(userAgent);
  return { device, network: locationInWords(ip), sessionId };
}
