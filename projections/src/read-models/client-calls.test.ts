import { at, recorded } from "@attestory/event-store/testing/recorded.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { folded } from "../testing/given-when-then.ts";
import { clientCalls } from "./client-calls.ts";

const sampleOf = (type: string) => sampleEvents().find(({ event }) => event.type === type)?.event;

it("shows a failed call with what differed", () => {
  const sample = sampleOf("ClientCallFailed");
  if (sample?.type !== "ClientCallFailed") throw new Error("no sample");
  const { callId, ...call } = sample.data;
  const document = folded(clientCalls, [recorded(sample, { recordedAt: at(5) })]);
  expect(document).toEqual({ id: callId, ...call, at: at(5).getTime() });
  const order = String(at(5).getTime()).padStart(15, "0");
  expect(document && clientCalls.indexes.application?.entry(document)).toEqual({ value: call.applicationId, order });
});
