import { describe } from "vitest";
import { emailTo, givenSignedInUser, newPerson, signIn as signInBy, tokenIn } from "../http/client.ts";
import { filesHolding } from "../http/stored-log.ts";
import { historyOf } from "./paths.ts";
import { dashboard, logOut, submitPassword, submitRegistration, submitSignIn } from "./steps.ts";
import { story } from "./story.ts";
import { tokenOnScreen } from "./troubles.ts";
import { storedToken, toast, type Visitor } from "./visitor.ts";

/** The tokens that a browser received, and everything that it showed, logged or sent where no token belongs. */
function listenTo({ context }: Visitor) {
  const tokens = new Set<string>();
  const traces: string[] = [];
  const pending: Promise<unknown>[] = [];
  const keep = async (work: Promise<unknown>) => void pending.push(work.catch(() => undefined));
  context.on("request", (request) => {
    traces.push(request.url(), request.postData() ?? "");
    keep(
      request.allHeaders().then(({ authorization = "", cookie: _, ...others }) => {
        if (authorization) tokens.add(authorization.replace("Bearer ", ""));
        traces.push(JSON.stringify(others));
      }),
    );
  });
  context.on("console", (message) => traces.push(message.text()));
  context.on("weberror", (error) => traces.push(String(error.error().stack)));
  return { tokens, traces, settled: () => Promise.all(pending) };
}

describe.concurrent("the session's token", () => {
  story("FE-08 leaves no trace from registering to logging out", async ({ visit, stack, expect }) => {
    const visitor = await visit();
    const { page, context, troubles } = visitor;
    const heard = listenTo(visitor);
    /** Reads at every stop what the tab shows, its fields' values, its history state, and the cookies that scripts can read. */
    const look = async () => {
      const token = await storedToken(page);
      if (token) heard.tokens.add(token);
      heard.traces.push(
        ...(await historyOf(page)),
        await page.content(),
        await page.evaluate(() => {
          const values = [...document.querySelectorAll("input")].map(({ value }) => value);
          const timings = performance.getEntries().map(({ name }) => name);
          return JSON.stringify([values, timings, history.state, document.cookie, name, { ...sessionStorage }]);
        }),
      );
    };
    const person = newPerson();
    await page.goto("/register");
    await submitRegistration(page, person);
    await toast(page, "Registration Successful").waitFor();
    await look();
    await page.goto(`/verify-email?token=${tokenIn(await emailTo(stack.url, person.email))}`);
    await toast(page, "Email Verified").waitFor();
    await page.getByRole("link", { name: "Go on to your dashboard" }).click();
    await dashboard(page);
    await look();
    await logOut(page);
    troubles.expect("answer 401: POST /api/auth/login");
    await submitSignIn(page, { email: person.email, password: "not my password" });
    await toast(page, "Login failed").waitFor();
    await look();
    await submitSignIn(page, person);
    await dashboard(page);
    await look();
    await page.getByLabel("First name").fill("Juniper");
    await page.getByRole("button", { name: "Save" }).click();
    await toast(page, "Profile updated").waitFor();
    await look();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    troubles.expect("answer 400: PUT /api/user/password");
    await submitPassword(page, { current: "not mine", next: "a new long one", confirmed: "a new long one" });
    await toast(page, "Password change failed").waitFor();
    await look();
    await submitPassword(page, { current: person.password, next: "a new long one", confirmed: "a new long one" });
    await toast(page, "Password updated").waitFor();
    await signInBy(stack.url, { ...person, password: "a new long one" });
    await page.getByRole("button", { name: "Manage active sessions" }).click();
    await page.getByRole("dialog").getByText("This device").waitFor();
    await look();
    // A refusal in the service's own words, and an unavailable service.
    troubles.expect("no answer: DELETE /api/user/sessions");
    await page.route("**/api/user/sessions/*", (route) => route.abort());
    await page
      .getByRole("button", { name: /^Revoke (?!all)/ })
      .first()
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await toast(page, "Revoke failed").waitFor();
    await look();
    await page.getByRole("button", { name: "Done" }).click();
    await page.goto("/dev/inbox");
    await page.getByRole("article").first().waitFor();
    await look();
    await logOut(page);
    await look();

    await heard.settled();
    expect(heard.tokens.size).toBe(3);
    const everything = heard.traces.join("\n");
    expect(everything).toContain(person.email);
    for (const token of heard.tokens) {
      expect(token).toMatch(/^ats_/);
      // The secret may itself contain underscores.
      const secret = token.split("_").slice(2).join("_");
      expect(secret).toHaveLength(43);
      expect(everything.includes(secret), "the secret of a token").toBe(false);
      expect(stack.output().includes(secret), "the secret in the log").toBe(false);
      expect(filesHolding(stack.dataDir, secret)).toEqual([]);
    }
    expect(context.pages()).toHaveLength(1);
  });

  story("FE-08 would be detected by these stories in every place", async ({ visit, stack, expect }) => {
    const { token } = await givenSignedInUser(stack.url);
    const { page, context, troubles } = await visit({ token });
    for (const line of ["token in the console", "token in a URL: GET /about"]) troubles.expect(line);
    await page.goto("/dashboard");
    await dashboard(page);
    await page.evaluate(() => {
      console.log(localStorage.getItem("token"));
      document.title = localStorage.getItem("token") ?? "";
    });
    expect(await tokenOnScreen(context)).toEqual([`token in ${stack.url}/dashboard`]);
    await page.goto(`/about?token=${token}`);
    await expect.poll(() => troubles.left()).toEqual([]);
    await page.goto("/about");
    expect(await tokenOnScreen(context)).toEqual([]);
  });
});
