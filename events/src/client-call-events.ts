import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `clientCalls-<application id>`: failed calls, for the application's owner. Their number is limited. */

/** What a call sent and what it should have sent. Never a code, a secret, a verifier or a token. */
const difference = z.object({
  parameter: z.string(),
  expected: z.string().nullable(),
  received: z.string().nullable(),
});

export const clientCallFailed = defineEvent(
  "ClientCallFailed",
  // Version 1 had no calls to sign out, version 2 no logout tokens, no devices and no pushed requests.
  { version: 3, upcasts: { 1: (event) => event, 2: (event) => event } },
  z.object({
    applicationId: z.uuid(),
    callId: z.uuid(),
    endpoint: z.enum(["authorize", "token", "end_session", "backchannel_logout", "device_authorization", "par"]),
    error: z.string(),
    description: z.string(),
    differences: z.array(difference),
  }),
);

export const clientCallEvents = [clientCallFailed] as const;
export type ClientCallEvent = EventOf<(typeof clientCallEvents)[number]>;
