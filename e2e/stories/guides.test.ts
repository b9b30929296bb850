import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { findPackageJSON } from "node:module";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { givenDeveloper } from "../http/applications.ts";
import { answerIn } from "../http/authorizations.ts";
import { freePort } from "../start-stack.ts";
import { AtApplication, authorizes, guided, running, secrets, signedIn } from "./guided-application.ts";
import { story } from "./story.ts";

story(
  "U21 the guides for Express, Auth.js, a desktop application and curl sign a person in as they stand",
  async ({ visit, stack: { url }, expect }) => {
    const developer = await givenDeveloper(url);
    const visitor = await signedIn(url, developer);
    const { page } = await visit({ token: developer.token });
    const user = { name: "Juniper Hale", email: developer.email };

    const [port, authPort] = [await freePort(), await freePort()];
    const express = await guided(page, developer, {
      url,
      framework: "express",
      redirectUris: [`http://localhost:${port}/callback`],
      postLogoutRedirectUris: [`http://localhost:${port}`],
    });
    const app = running(express.files);
    app.start(process.execPath, ["app.mjs"], secrets(express.application.clientSecret));
    const there = new AtApplication(`http://localhost:${port}`);
    const asked = (await there.ask("/login")).headers.get("location") ?? app.output;
    await there.ask(await authorizes(visitor, asked));
    expect(await (await there.ask("/")).json()).toEqual({ id: developer.id, ...user });
    const leaving = (await there.ask("/logout")).headers.get("location") ?? "";
    const left = await visitor.open(leaving.replace(url, ""));
    expect(left.headers.get("location")).toBe(`http://localhost:${port}`);
    await visitor.signIn(developer);

    const origin = `http://localhost:${authPort}`;
    const next = await guided(page, developer, {
      url,
      framework: "nextjs",
      redirectUris: [`${origin}/api/auth/callback/attestory`],
      postLogoutRedirectUris: [origin],
    });
    // Auth.js itself, in Express: Next.js would take a hundred times as long to start.
    const shim = `import express from "express"; import { ExpressAuth } from "@auth/express";
export const app = express();
export default (config) => {
  app.use("/api/auth", ExpressAuth(config));
  return {};
};`;
    const serve = `import { signOutAddress } from "./auth.ts"; import { app } from "./next-auth.js";
app.get("/leave", async ({ headers }, response) => response.redirect(await signOutAddress(new Headers(headers))));
app.listen(${authPort});`;
    const auth = running({
      "auth.ts": (next.files["auth.ts"] ?? "")
        .replace('from "next-auth"', 'from "./next-auth.js"')
        .replace('"next-auth/jwt"', JSON.stringify(`${authCore}/jwt.js`)),
      "next-auth.js": shim,
      "serve.js": serve,
    });
    const env = { AUTH_SECRET: "another secret", AUTH_URL: origin };
    auth.start(process.execPath, ["serve.js"], { ...env, ...secrets(next.application.clientSecret) });
    const here = new AtApplication(origin);
    const { csrfToken } = await (await here.ask("/api/auth/csrf")).json();
    const body = new URLSearchParams({ csrfToken });
    const begun = await here.ask("/api/auth/signin/attestory", { method: "POST", body });
    await here.ask(await authorizes(visitor, begun.headers.get("location") ?? auth.output));
    expect((await (await here.ask("/api/auth/session")).json()).user).toMatchObject(user);
    const signingOut = (await here.ask("/leave")).headers.get("location") ?? "";
    expect((await visitor.open(signingOut.replace(url, ""))).headers.get("location")).toBe(origin);
    await visitor.signIn(developer);

    const native = await guided(page, developer, {
      url,
      framework: "native",
      type: "public",
      redirectUris: ["http://127.0.0.1/"],
    });
    const desktop = running(native.files);
    desktop.start(process.execPath, ["app.mjs"]);
    await fetch(await authorizes(visitor, await desktop.says(/Open (\S+)/)));
    await desktop.says(new RegExp(`Hello Juniper Hale ${developer.email}`));

    const curl = await guided(page, developer, { url, framework: "curl" });
    const shell = running(curl.files);
    shell.start("bash", ["sign-in.sh"], secrets(curl.application.clientSecret));
    const { code } = answerIn(await authorizes(visitor, await shell.says(/(http\S+)\n/)));
    shell.write(`${code}\n`);
    await shell.says(new RegExp(`"email":"${developer.email}"`));
  },
);

/** Of Auth.js, which next-auth passes on. */
const authCore = dirname(findPackageJSON("@auth/core", import.meta.resolve("@auth/express")) ?? "");
const library = (specifier: string) => readFileSync(fileURLToPath(import.meta.resolve(specifier)), "utf8");

story(
  "U21 the guide for a single-page application signs a person in as it stands",
  async ({ visit, stack: { url }, expect }) => {
    const developer = await givenDeveloper(url);
    await signedIn(url, developer);
    const { page, troubles } = await visit({ token: developer.token });
    troubles.expect("foreign request: ");
    const port = await freePort();
    const address = `http://localhost:${port}/`;
    const { files } = await guided(page, developer, { url, framework: "spa", type: "public", redirectUris: [address] });
    // In place of the bundler.
    const imports = { "oidc-client-ts": "./oidc-client-ts.js", "jwt-decode": "./jwt-decode.js" };
    const served: Record<string, string> = {
      "/": (files["index.html"] ?? "").replace(
        "<head>",
        `<head><script type="importmap">${JSON.stringify({ imports })}</script>`,
      ),
      "/app.js": files["app.js"] ?? "",
      "/oidc-client-ts.js": library("oidc-client-ts"),
      "/jwt-decode.js": library("jwt-decode"),
    };
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", address);
      const type = pathname === "/" ? "text/html" : "text/javascript";
      response.setHeader("content-type", type).end(served[pathname]);
    }).listen(port);
    onTestFinished(() => void server.close());
    await page.goto(address);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Authorize" }).click();
    await page.getByText(`Hello Juniper Hale (${developer.email})`).waitFor();
    expect(new URL(page.url()).search).toBe("");
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
  },
);
