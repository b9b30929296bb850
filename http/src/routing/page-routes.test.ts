import { expect, it } from "vitest";
import { z } from "zod";
import { serve } from "../testing/serve.ts";
import { escapeHtml, htmlPage } from "./html-page.ts";
import type { Principal } from "./principal.ts";
import { problem } from "./problem.ts";
import { routeFor } from "./route.ts";

const route = routeFor<Principal>();
const page = route({
  method: "get",
  path: "/things/open",
  summary: "Opens a thing",
  access: "anyone",
  page: "Authorization",
  write: true,
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  answers: { 200: z.undefined() },
  handle: async ({ query }) => {
    if (query.fault === "of <an application>") {
      return { ...problem(400, "a_fault", "x"), wayBack: { name: "<an application>", href: 'https://a.example/?"' } };
    }
    if (query.fault) return problem(query.fault === "busy" ? 503 : 400, "a_fault", `<b>${query.fault}</b>`);
    return { status: 200, webApp: true, cookies: ["a=b"] };
  },
});
const submitted = route({
  method: "post",
  path: "/things/open",
  summary: "Opens a thing",
  access: "anyone",
  page: "Authorization",
  forms: true,
  answers: { 303: z.undefined() },
  handle: async () => ({ status: 303, headers: { Location: "/things/open" } }),
});
const webApp = (_: unknown, response: { end(text: string): void }) => response.end("the web app");

it("serves the web app's page with the cookies of a page's answer", async () => {
  const { url } = await serve([page, submitted], { webApp });
  const answer = await fetch(`${url}/things/open?a=1&a=2`, { headers: { "Sec-Fetch-Site": "cross-site" } });
  expect([answer.status, await answer.text()]).toEqual([200, "the web app"]);
  expect(answer.headers.getSetCookie()).toEqual(["a=b"]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
});

it("AZ-20 takes a form from a page of another site", async () => {
  const { url } = await serve([page, submitted], { webApp });
  const headers = { Origin: "https://app.example", "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await fetch(`${url}/things/open`, { method: "POST", headers, body: "", redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/things/open"]);
});

it("U5 refuses with a page that runs nothing and shows no HTML of the message", async () => {
  const { url } = await serve([page, submitted], { webApp });
  const refused = await fetch(`${url}/things/open?fault=x`);
  const text = await refused.text();
  expect([refused.status, refused.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
  expect(text).toContain("<h1>Invalid Request</h1><p>The authorization request is invalid or malformed.</p>");
  expect(text).toContain("&lt;b&gt;x&lt;/b&gt;");
  expect(text).toContain(`Reference <code>${refused.headers.get("x-request-id")}</code>`);
  expect(text).not.toContain("Go back to");
  expect(refused.headers.get("content-security-policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  const led = await (await fetch(`${url}/things/open?fault=${encodeURIComponent("of <an application>")}`)).text();
  expect(led).toContain('href="https://a.example/?&quot;">Go back to &lt;an application&gt;</a>');
  expect(await (await fetch(`${url}/things/open?fault=busy`)).text()).toContain("<h1>Authorization Error</h1>");
  expect((await fetch(`${url}/things/open?a=%ff`)).headers.get("content-type")).toBe("text/html; charset=utf-8");
});

it("is not opened by HEAD, and stands in no description of the API", async () => {
  const { url } = await serve([page, submitted], { webApp });
  expect((await fetch(`${url}/things/open`, { method: "HEAD" })).status).toBe(405);
  expect(await (await fetch(`${url}/openapi.json`)).text()).not.toContain("/things/open");
});

it("lets a page with a form run only its own script", () => {
  const { headers, body } = htmlPage({ title: "A", main: "<form></form>", script: "go()", form: true });
  expect(headers["Content-Security-Policy"]).toMatch(/script-src 'sha256-[A-Za-z0-9+/]{43}=';/);
  expect(headers["Content-Security-Policy"]).not.toContain("form-action");
  expect(body).toContain("<script>go()</script>");
  expect(escapeHtml(`<a b="c" d='e'>&\r\n`)).toBe("&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;&#13;&#10;");
});
