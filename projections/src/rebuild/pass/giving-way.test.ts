import { expect, it } from "vitest";
import { activity } from "../../read-models/activity.ts";
import { allProjections, authenticationNames, otherNames } from "../../read-models/all-projections.ts";
import type { Projection } from "../../read-models/projection.ts";
import type { BuildMessage } from "../build-behind.ts";
import { givingWay } from "./giving-way.ts";

/** What a build says, and when it gives way. */
function record(unserved: readonly Projection[], messages: readonly BuildMessage[]): string[] {
  const order: string[] = [];
  const send = ({ kind }: BuildMessage) => void order.push(kind);
  const request = { projections: allProjections, unserved, send, signal: new AbortController().signal };
  const given = givingWay(request, () => void order.push("gives way"));
  order.push("begins");
  for (const message of messages) given.send(message);
  return order;
}

it("gives way to those who use the service: at once, or when what authentication needs was built", () => {
  const building: BuildMessage = { kind: "building", projections: [], progress: null };
  const authentication: BuildMessage = { kind: "built", projections: authenticationNames };
  const others: BuildMessage = { kind: "built", projections: otherNames };
  expect(record([], [building])).toEqual(["gives way", "begins", "building"]);
  expect(record([activity], [others])).toEqual(["gives way", "begins", "built"]);
  expect(record(allProjections, [building, others, authentication])).toEqual([
    "begins",
    "building",
    "built",
    "built",
    "gives way",
  ]);
});
