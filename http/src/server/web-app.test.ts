import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rawRequest, statusesOf } from "../testing/raw-request.ts";
import { serve } from "../testing/serve.ts";
import { webApp } from "./web-app.ts";

let folder: string;
const script = `console.log("${"x".repeat(5_000)}");`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "web-app-"));
  await mkdir(join(folder, "assets"));
  await mkdir(join(folder, ".well-known"));
  const page =
    '<meta property="csp-nonce" nonce="__NONCE__"><script type="module" src="/assets/main-a1.js" nonce="__NONCE__"></script><aside hidden data-first-admin>Hint</aside><p hidden data-dev-inbox>Strip</p>';
  const screens = JSON.stringify({
    "/": [],
    "/login": ["/assets/login-c3.js", "/assets/form-d4.js"],
    "/docs": [],
    "/dashboard/developer": [],
    "/oauth/authorize": [],
    "/admin/*": [],
  });
  const files = {
    "index.html": page,
    "screens.json": screens,
    "assets/main-a1.js": script,
    "assets/main-a1.js.map": "{}",
    ".env": "X=1",
  };
  for (const [name, text] of Object.entries({ ...files, "favicon.svg": "<svg/>", ".well-known/x": "" })) {
    await writeFile(join(folder, name), text);
  }
});
afterAll(() => rm(folder, { recursive: true }));

const start = async () => (await serve([], { webApp: await webApp(folder) })).url;

it("U12 the page at / says how to make the first admin while there is none, and no other page does", async () => {
  let lacksAdmin = true;
  const { url } = await serve([], { webApp: await webApp(folder, { lacksAdmin: async () => lacksAdmin }) });
  const isHinted = async (path: string) => !(await (await fetch(url + path)).text()).includes("<aside hidden");
  expect([await isHinted("/"), await isHinted("/login"), await isHinted("/docs")]).toEqual([true, false, false]);
  lacksAdmin = false;
  expect(await isHinted("/")).toBe(false);
});

it("U18 every page says where the emails are while no mail server takes them", async () => {
  const { url } = await serve([], { webApp: await webApp(folder, { hasDevInbox: true }) });
  const isShown = async (base: string, path: string) =>
    !(await (await fetch(base + path)).text()).includes("<p hidden");
  for (const path of ["/", "/login", "/nowhere"]) expect(await isShown(url, path)).toBe(true);
  expect(await isShown(await start(), "/")).toBe(false);
});

it("FE-01 serves the page at every screen's path, with a new nonce in its text and policy", async () => {
  const url = await start();
  const nonces = new Set<string>();
  for (const path of ["/", "/LOGIN/", "/dashboard/developer", "/admin/any/other?token=x.y", "/oauth/authorize?a=b"]) {
    const answer = await fetch(url + path);
    const text = await answer.text();
    const nonce = /nonce="([\w-]{22})"/.exec(text)?.[1] ?? "";
    nonces.add(nonce);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("content-security-policy")).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; font-src 'self'; ` +
        "frame-src 'self'; manifest-src 'self'; img-src 'self' https: data:; object-src 'none'; base-uri 'none'; form-action 'self'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    );
    expect(text).not.toContain("__NONCE__");
    expect(answer.headers.get("x-frame-options")).toBe("DENY");
  }
  expect(nonces.size).toBe(5);
});

it("U11 answers 404 with the page where the app has no screen", async () => {
  const url = await start();
  for (const path of ["/nowhere", "/login/x", "/logins", "/admin", "/docs//"]) {
    const answer = await fetch(url + path);
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 404, "text/html; charset=utf-8"]);
    expect(await answer.text()).toContain('<script type="module"');
  }
});

it("announces the files of a screen in the answer to its path, and nothing for other paths", async () => {
  const url = await start();
  const linkAt = async (path: string) => (await fetch(url + path)).headers.get("link");
  const announced = ["login-c3", "form-d4"].map((name) => `</assets/${name}.js>; rel=preload; as=fetch; crossorigin`);
  expect(await linkAt("/login?redirect=%2Fdocs")).toBe(announced.join(", "));
  for (const path of ["/docs", "/dashboard", "/login/", "/favicon.svg"])
    expect([path, await linkAt(path)]).toEqual([path, null]);
});

it("caches hashed files for ever, compresses them where accepted, and revalidates other files", async () => {
  const url = await start();
  for (const coding of ["br", "gzip", "identity"]) {
    const answer = await fetch(`${url}/assets/main-a1.js`, { headers: { "Accept-Encoding": coding } });
    expect([answer.status, await answer.text()]).toEqual([200, script]);
    expect(answer.headers.get("content-encoding")).toBe(coding === "identity" ? null : coding);
    expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect([answer.headers.get("vary"), answer.headers.get("content-type")]).toEqual([
      "Accept-Encoding",
      "text/javascript; charset=utf-8",
    ]);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  }
  const icon = await fetch(`${url}/favicon.svg`);
  expect([icon.headers.get("cache-control"), icon.headers.get("content-type")]).toEqual(["no-cache", "image/svg+xml"]);
  const again = await fetch(`${url}/favicon.svg`, { headers: { "If-None-Match": icon.headers.get("etag") ?? "" } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

it("gives each coding of a file its own ETag, and answers 304 to that one only", async () => {
  const url = await start();
  const ask = (coding: string, tag = "") =>
    fetch(`${url}/assets/main-a1.js`, { headers: { "Accept-Encoding": coding, "If-None-Match": tag } });
  const codings = ["br", "gzip", "identity"];
  const tags = await Promise.all(codings.map(async (coding) => (await ask(coding)).headers.get("etag") ?? ""));
  expect(new Set(tags).size).toBe(3);
  for (const [asked, coding] of codings.entries()) {
    for (const [kept, tag] of tags.entries()) {
      expect([coding, tag, (await ask(coding, tag)).status]).toEqual([coding, tag, asked === kept ? 304 : 200]);
      expect(tag).toMatch(/^"[\w-]+"$/);
    }
  }
});

it("HT-10 answers 404 without caching to anything it does not serve", async () => {
  const url = await start();
  const hidden = [
    "/.env",
    "/.git/config",
    "/.git",
    "/assets/main-a1.js.map",
    "/index.html",
    "/screens.json",
    "/.well-known/x",
    "/x/.hidden/y",
  ];
  const missing = [
    "/assets/main-b2.js",
    "/assets/",
    "/assets/x",
    "/logo.png",
    "/wp-login.php",
    "/api",
    "/api/nothing",
    "/metrics",
  ];
  for (const path of [...hidden, ...missing, "/%2eenv", "/%2Egit/config", "/%E0%A4", "/health", "/openapi.json.bak"]) {
    const answer = await fetch(url + path);
    expect([path, answer.status, answer.headers.get("cache-control")]).toEqual([path, 404, "no-store"]);
    expect(await answer.json()).toMatchObject({ code: "not_found" });
  }
});

it("AC-02 serves nothing outside of its folder", async () => {
  const { port } = await serve([], { webApp: await webApp(folder) });
  for (const path of [
    "/../package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/..\\x.json",
  ]) {
    const received = await rawRequest(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect([path, statusesOf(received)]).toEqual([path, [404]]);
  }
});

it("accepts only GET and HEAD", async () => {
  const url = await start();
  const posted = await fetch(`${url}/login`, { method: "POST", body: "a=b" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  const head = await fetch(`${url}/login`, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

it("fails at the start when the app is not built", async () => {
  await expect(webApp(join(folder, "assets"))).rejects.toThrow("no index.html");
  await expect(webApp(join(folder, "nowhere"))).rejects.toThrow("ENOENT");
});
