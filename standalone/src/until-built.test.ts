import { expect, it } from "vitest";
import { untilBuilt } from "./until-built.ts";

it("waits until the builds without which the service is not ready have ended, and says once that it waits", async () => {
  const notReady = { projections: "users: being built" };
  const answers = [notReady, notReady, {}];
  let told = 0;
  await untilBuilt(
    { reasons: async () => answers.shift() ?? {}, builds: async () => ({ users: "40 % of events applied" }) },
    () => void told++,
  );
  expect(answers).toEqual([]);
  expect(told).toBe(1);
});

it("says nothing where nothing has to be built, whatever else is built or wrong", async () => {
  const unexpected = () => expect.unreachable();
  await untilBuilt({ reasons: async () => ({}), builds: async () => ({ activity: "1 %" }) }, unexpected);
  await untilBuilt(
    { reasons: async () => ({ projections: "users has stopped" }), builds: async () => ({}) },
    unexpected,
  );
});
