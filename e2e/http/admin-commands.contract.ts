import { adminsStream, userStream } from "@attestory/events/envelope.ts";
import type { JWK } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ReadableLog } from "../start-stack.ts";
import { setRoles } from "./admins.ts";
import { type Answered, call, givenSignedInUser, givenUnverifiedUser, type Person, signIn } from "./client.ts";
import { expectPosition } from "./own-writes.ts";
import { codes, times } from "./races.ts";
import { givenTrustingUser, signInWith } from "./second-factors.ts";
import { knowingAll, storedEvents } from "./stored-log.ts";

/** A running product and its command line. */
export interface Operated extends ReadableLog {
  url: string;
  output(): string;
  attestory(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  remove(): Promise<void>;
}

const tokenOf = (stdout: string, page: string): string =>
  new RegExp(`^http\\S+/${page}\\?token=([A-Za-z0-9_-]+)$`, "m").exec(stdout)?.[1] ?? "";

/** The commands that make admins and let people in again, beside the running service. The cases run in this order. */
export function describeAdminCommands(what: string, start: () => Promise<Operated>): void {
  describe(what, { timeout: 120_000 }, () => {
    let product: Operated;
    const printed: string[] = [];
    beforeAll(async () => {
      product = await start();
    }, 120_000);
    afterAll(() => product?.remove());

    const link = async (args: readonly string[], page: string): Promise<string> => {
      const { code, stdout, stderr } = await product.attestory(args);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout.trim().split("\n")).toHaveLength(2);
      const token = tokenOf(stdout, page);
      printed.push(token);
      return token;
    };
    const rescueLink = ({ email }: Person) => link(["rescue", email], "rescue");
    const open = (token: string, session: string) =>
      call(product.url, "POST /api/auth/admin-link", { token: session, body: { token } });
    const isAdmin = async (token: string): Promise<boolean> =>
      (await call(product.url, "GET /api/auth/me", { token, headers: await knowingAll(product) })).body.user.isAdmin;
    const typesOf = async (stream: string) =>
      (await storedEvents(product)).filter((event) => event.stream === stream).map(({ type }) => type);

    it("AU-14 has no admin at first, and prints a link that makes one account of those that open it an admin", async () => {
      const { url } = product;
      const old = await link(["admin-link"], "admin-link");
      const token = await link(["admin-link"], "admin-link");
      const people = await Promise.all(times(4, () => givenUnverifiedUser(url)));
      expect(codes([await open(old, people[0]?.token ?? "")])).toEqual({ "400 invalid_token": 1 });
      expect(codes([await open("x", people[0]?.token ?? "")])).toEqual({ "400 invalid_token": 1 });

      const answers = await Promise.all(people.map((person) => open(token, person.token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const winner = answers.findIndex(({ status }) => status === 200);
      const opened = answers[winner] as Answered;
      const { body } = opened;
      expectPosition(opened, "admin-link");
      expect(body.user).toMatchObject({ id: people[winner]?.id, isAdmin: true, emailVerified: true });
      expect(await isAdmin(body.token)).toBe(true);
      // The session of the registration is over, and the account signs in with its password.
      expect((await call(url, "GET /api/auth/me", { token: people[winner]?.token ?? "" })).status).toBe(401);
      expect(await isAdmin(await signIn(url, people[winner] as Person))).toBe(true);
      expect(await typesOf(adminsStream)).toEqual(["AdminLinkMade", "AdminLinkMade", "AdminLinkUsed", "AdminListed"]);

      expect(codes([await open(token, body.token)])).toEqual({ "400 invalid_token": 1 });
      const refused = await product.attestory(["admin-link"]);
      expect(refused).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("there is an admin") });
    });

    it("AU-14 LG-03 makes an account an admin by its verified address, recorded as the command line's", async () => {
      const { url } = product;
      const [user, unverified] = [await givenSignedInUser(url), await givenUnverifiedUser(url)];
      expect(await product.attestory(["grant-admin", user.email])).toEqual({
        code: 0,
        stdout: "the account is an admin\n",
        stderr: "",
      });
      expect(codes([await setRoles(url, { by: user, of: user }, { isAdmin: true, isPro: true })])).toEqual({
        "200": 1,
      });
      const granted = (await storedEvents(product)).find(
        ({ stream, type }) => stream === userStream(user.id) && type === "RolesChanged",
      );
      expect(JSON.parse(granted?.metadata ?? "")).toMatchObject({ actor: { kind: "system", id: "command line" } });

      expect((await product.attestory(["grant-admin", unverified.email])).stderr).toMatch(/not verified yet/);
      for (const args of [
        ["grant-admin", "nobody@example.com"],
        ["rescue", "nobody@example.com"],
      ]) {
        const outcome = await product.attestory(args);
        expect(outcome).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/no active account.*\n$/) });
      }
      for (const args of [["grant-admin"], ["rescue", "a@example.com", "b"], ["admin-link", "x"]]) {
        expect((await product.attestory(args)).code).toBe(64);
      }
    });

    it("AU-14 sets a new password by the link of a rescue, once, and ends every session", async () => {
      const { url } = product;
      const user = await givenSignedInUser(url);
      const [old, token] = [await rescueLink(user), await rescueLink(user)];
      const rescue = (token: string, newPassword: string, confirmPassword = newPassword) =>
        call(url, "POST /api/auth/rescue/password", { body: { token, newPassword, confirmPassword } });
      const newPassword = "another horse battery";
      expect(codes([await rescue(old, newPassword)])).toEqual({ "400 invalid_token": 1 });
      expect(codes([await rescue(token, newPassword, "another")])).toEqual({ "400 password_mismatch": 1 });
      expect(codes([await rescue(token, "password123")])).toEqual({ "400 known_password": 1 });
      const answers = await Promise.all(times(4, () => rescue(token, newPassword)));
      expect(codes(answers)).toEqual({ "200": 1, "400 invalid_token": 3 });
      for (const answer of answers.filter(({ status }) => status === 200)) expectPosition(answer, "rescue/password");
      expect((await call(url, "GET /api/auth/me", { token: user.token })).status).toBe(401);
      expect(codes([await signInWith(url, user)])).toEqual({ "401 invalid_credentials": 1 });
      await signIn(url, { ...user, password: newPassword });
      const types = await typesOf(userStream(user.id));
      expect(types.slice(2)).toEqual(["RescueLinkMade", "RescueLinkMade", "RescueLinkUsed", "PasswordReset"]);
    });

    it("AU-14 removes lost second factors by the link of a rescue, once, and ends trust and sessions", async () => {
      const { url } = product;
      const user = await givenTrustingUser(url);
      const token = await rescueLink(user);
      const rescue = () => call(url, "POST /api/auth/rescue/second-factors", { body: { token } });
      expect(codes([await signInWith(url, user)])).toEqual({ "401 two_factor_required": 1 });
      const rescued = await rescue();
      expect(codes([rescued])).toEqual({ "200": 1 });
      expectPosition(rescued, "rescue/second-factors");
      expect((await call(url, "GET /api/auth/me", { token: user.token })).status).toBe(401);
      const signedIn = await signInWith(url, user);
      expect([signedIn.status, signedIn.body.user.twoFactorEnabled]).toEqual([200, false]);
      expect(codes([await rescue()])).toEqual({ "400 invalid_token": 1 });
      expect((await typesOf(userStream(user.id))).slice(-3)).toEqual([
        "RescueLinkMade",
        "RescueLinkUsed",
        "RescueFinished",
      ]);
    });

    it("RS-11 rotates the keys that sign tokens, beside the service, and refuses what is no option", async () => {
      const kids = async () => (await call(product.url, "GET /api/oauth/jwks")).body.keys.map((key: JWK) => key.kid);
      const before = await kids();
      const planned = await product.attestory(["rotate-signing-keys"]);
      expect(planned).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("less than a day") });
      const rotated = await product.attestory(["rotate-signing-keys", "--now"]);
      expect(rotated).toEqual({ code: 0, stdout: "new keys sign tokens\n", stderr: "" });
      await expect.poll(kids, { timeout: 5000 }).toHaveLength(6);
      expect(await kids()).toEqual(expect.arrayContaining(before));
      const ended = await product.attestory(["rotate-signing-keys", "--compromised"]);
      expect(ended).toMatchObject({ code: 0, stderr: "" });
      // The first keys, and those that replaced them.
      await expect.poll(kids, { timeout: 5000 }).toHaveLength(4);
      for (const kid of before) expect(await kids()).not.toContain(kid);
      for (const args of [["--soon"], ["--now", "--compromised"]]) {
        expect((await product.attestory(["rotate-signing-keys", ...args])).code).toBe(64);
      }
    });

    it("LG-01 writes no such link to its log", () => {
      expect(printed.length).toBeGreaterThanOrEqual(5);
      for (const token of printed) {
        expect(token).toMatch(/^[A-Za-z0-9_-]{80,}$/);
        expect(product.output()).not.toContain(token.slice(-40));
      }
    });
  });
}
