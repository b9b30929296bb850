/** @module-tag slow */
import { sessions } from "@attestory/projections/read-models/sessions.ts";
import { openBuilds } from "@attestory/projections/store/open-read-store.ts";
import { afterEach, describe, expect, it } from "vitest";
import { call, givenSignedInUser, signIn } from "../http/client.ts";
import { oneOfEach } from "./own-stack.ts";
import { startService } from "./service-process.ts";
import { type Distributed, startDistributed, whyNotDistributed } from "./start-distributed.ts";

const raise = new URL("../stand-ins/projections/raise-sessions.ts", import.meta.url).href;
const raised = "sessions@99";

describe.skipIf(whyNotDistributed())("a release that raises a version, on servers", () => {
  let distributed: Distributed;
  afterEach(() => distributed.remove());

  it("RE-14 answers from both releases while they run side by side, and after the former one has ended", {
    timeout: 300_000,
  }, async () => {
    distributed = await startDistributed({}, oneOfEach);
    const { url, settings, services } = distributed;
    const [formerQuery, formerProjections] = [...distributed.of("query"), ...distributed.of("projections")];
    if (!formerQuery || !formerProjections) throw new Error("not started");
    const user = await givenSignedInUser(url);
    const other = await signIn(url, user);
    const me = async (at: string, token: string) => (await call(at, "GET /api/auth/me", { token })).status;
    const statuses = (token: string) => Promise.all([formerQuery, query].map((of) => me(of.url, token)));
    const builds = await openBuilds({ url: settings.READ_STORE ?? "", generation: 1 });
    const ofSessions = async () =>
      (await builds.list())
        .filter(({ projection }) => projection.startsWith("sessions@"))
        .map(({ projection, state, isCarriedOver }) => `${projection} ${state}${isCarriedOver ? " carried over" : ""}`);

    // The former one is asked all the time, until the test ends.
    const answers = new Set<number>();
    const done = new AbortController();
    const asking = (async () => {
      while (!done.signal.aborted) answers.add(await me(formerQuery.url, user.token));
    })();
    // As in docs/distributed.md: the new projections come first, beside the former ones.
    const env = { ...settings, NODE_OPTIONS: `--import=${raise}` };
    const projections = await startService({ role: "projections", env });
    services.push(projections);
    const query = await startService({ role: "query", env });
    services.push(query);
    expect(await statuses(user.token)).toEqual([200, 200]);
    await expect.poll(ofSessions).toEqual([`${sessions.name} running`, `${raised} running`]);
    const later = await signIn(url, user);
    await expect.poll(() => statuses(later)).toEqual([200, 200]);
    expect((await call(url, "POST /api/auth/logout", { token: other })).status).toBe(200);
    expect(await me(formerQuery.url, other)).toBe(401);
    await expect.poll(() => me(query.url, other)).toBe(401);
    done.abort();
    await asking;
    expect([...answers]).toEqual([200]);

    expect(await formerProjections.stop()).toBe(0);
    expect(await me(query.url, later)).toBe(200);
    await expect
      .poll(async () => (await call(projections.url, "GET /health/ready")).body)
      .toMatchObject({
        status: "ready",
      });
    await builds.close();
  });
});
