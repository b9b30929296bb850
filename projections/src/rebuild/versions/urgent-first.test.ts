import { expect, it } from "vitest";
import { namedProjection } from "../../testing/named-projection.ts";
import { urgentFirst } from "./urgent-first.ts";

const [users, consents, resources] = (["users@1", "consents@2", "resources@1"] as const).map((name) =>
  namedProjection(name, "authentication"),
) as [ReturnType<typeof namedProjection>, ReturnType<typeof namedProjection>, ReturnType<typeof namedProjection>];
const activity = namedProjection("activity@2");
const figures = namedProjection("figures@1");

it("RE-14 builds what a release newly needs for authentication before what is served meanwhile, or not needed for it", () => {
  const toBuild = [consents, activity, resources, figures];
  expect(urgentFirst(toBuild, { behind: [resources, figures], followed: [users, consents, activity] })).toEqual([
    [resources],
    [consents, activity, figures],
  ]);
});

it.each([
  { what: "at the first start", toBuild: [users, consents, activity], followed: [] },
  { what: "if authentication needs all of it", toBuild: [consents, resources], followed: [users] },
  { what: "if authentication needs none of it", toBuild: [activity, figures], followed: [users, consents, resources] },
])("builds all in one pass $what", ({ toBuild, followed }) => {
  expect(urgentFirst(toBuild, { behind: toBuild, followed })).toEqual([toBuild]);
});
