import { type ClientCallEvent, clientCallEvents } from "@attestory/events/client-call-events.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";
import { instantOrder } from "./sessions.ts";

/** A failed call of an application. */
export interface ClientCallDocument extends Omit<ClientCallEvent["data"], "callId"> {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
}

/** Keyed by the call's id. The index `application` lists the calls of an application, oldest first. */
export const clientCalls: Projection<ClientCallDocument> = defineProjection({
  name: "clientCalls@1",
  group: "other",
  personal: "sealed",
  indexes: { application: { entry: ({ applicationId, at }) => ({ value: applicationId, order: instantOrder(at) }) } },
  keys: (event) => [event.data.callId],
  covers: clientCallEvents,
  begin: {
    ClientCallFailed: ({ data: { callId, ...call }, recordedAt }) => ({
      id: callId,
      ...call,
      at: recordedAt.getTime(),
    }),
  },
});
