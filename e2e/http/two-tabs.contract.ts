import { beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../start-services.ts";
import { CookieJar, Tab } from "./browser.ts";
import { call } from "./client.ts";
import { askUntilUpToDate, inTurn, join, marks, sessionOf } from "./own-writes.ts";

/** RW-5. `endsWait`: whether the end of a session is answered only once the read models have it, or after half a second. */
export function twoTabsContract(services: () => Services, endsWait: boolean): void {
  describe("RW-5 two tabs of one browser", () => {
    const opened = async () => {
      const { person, client } = await join(services());
      const [jar, signedIn] = [new CookieJar(), await client.signIn(person)];
      jar.keep(signedIn);
      const tab = () => new Tab(jar, signedIn.body.token);
      return { client, person, tabs: [tab(), tab(), tab()] as const };
    };
    let command: string;
    let query: () => string;
    beforeAll(() => {
      command = services().commands[0] ?? "";
      query = inTurn(services().queries);
    });
    const rename = (tab: Tab, firstName: string, at = command) =>
      tab.ask(at, "PUT /api/user/profile", { body: { firstName, lastName: "" } });
    const nameSeenBy = async (tab: Tab, headers: Record<string, string> = {}) =>
      (await askUntilUpToDate(() => tab.ask(query(), "GET /api/auth/me", { headers }))).body.user.firstName;

    it.each([
      { ms: 0, rounds: 10 },
      { ms: 300, rounds: 4 },
    ])("read each other's writes, with projections $ms ms late", async ({ ms, rounds }) => {
      const { tabs } = await opened();
      const nextCommand = inTurn(services().commands);
      services().projector.delay(ms);
      for (let n = 0; n < rounds; n++) {
        const [writer, reader] = n % 2 ? [tabs[0], tabs[1]] : [tabs[1], tabs[0]];
        expect((await rename(writer, `tab ${n}`, nextCommand())).status).toBe(200);
        expect(await nameSeenBy(reader)).toBe(`tab ${n}`);
      }
    });

    it("read their own simultaneous writes, and a third tab reads both even if the earlier is answered later", async () => {
      const { client, person, tabs } = await opened();
      let isAnsweredLater = false;
      // The end of a session is answered within a second; on a busy machine the name may take longer.
      for (let n = 0; n < 10 && !isAnsweredLater; n++) {
        const { token } = (await client.signIn(person)).body;
        const other = sessionOf(token);
        services().projector.stop();
        const order: string[] = [];
        const ending = tabs[0].ask(command, `DELETE /api/user/sessions/${other}`).finally(() => order.push("end"));
        const written = () => call(command, "PUT /api/user/profile", { token, body: {} });
        await expect.poll(async () => (await written()).status, { interval: 5 }).toBe(401);
        const renamed = await rename(tabs[1], `both ${n}`).finally(() => order.push("name"));
        expect([renamed.status, (await ending).status]).toEqual([200, 200]);
        isAnsweredLater = order.join() === "name,end" || !endsWait;
        services().projector.goOn();
        services().projector.delay(300);
        expect(await nameSeenBy(tabs[2])).toBe(`both ${n}`);
        expect(await nameSeenBy(tabs[1], marks.header(renamed))).toBe(`both ${n}`);
        const { body } = await askUntilUpToDate(() => tabs[0].ask(query(), "GET /api/user/sessions"));
        expect(body.map(({ id }: { id: string }) => id)).not.toContain(other);
        services().projector.goOn();
      }
      expect(isAnsweredLater).toBe(true);
    });
  });
}
