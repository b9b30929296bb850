import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@attestory/e2e/start-stack.ts";
import { figure, line, ratios } from "./figures.ts";
import { authorizedClient } from "./oauth-client.ts";
import { samplePeer } from "./oauth-peer.ts";
import { loadRound, startServer } from "./processes.ts";
import { prepareSubject } from "./subject.ts";
import { tokenLoad } from "./token-load.ts";

const rounds = 5;
const seconds = 5;
const atOnce = 32;
const codesInRound = 1500;

/** A provider, as the load sees it. */
interface Provider {
  paths: Record<"token" | "userinfo" | "introspection", string>;
  url: string;
  basic: string;
  redirectUri: string;
  codes(count: number): Promise<string[]>;
}

type Figures = Record<"userinfo" | "introspection" | "credentials" | "exchange" | "refresh", number[]>;
const none = (): Figures => ({ userinfo: [], introspection: [], credentials: [], exchange: [], refresh: [] });

const exchangeForm = ({ redirectUri }: Provider, code: string): string =>
  new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: redirectUri }).toString();

async function tokensFor(provider: Provider): Promise<{ access_token: string; refresh_token: string }> {
  const [code = ""] = await provider.codes(1);
  const answer = await fetch(provider.url + provider.paths.token, {
    method: "POST",
    headers: { authorization: provider.basic, "content-type": "application/x-www-form-urlencoded" },
    body: exchangeForm(provider, code),
  });
  if (!answer.ok) throw new Error(`the code was refused: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { access_token: string; refresh_token: string };
}

async function round(provider: Provider, figures: Figures): Promise<void> {
  const { url, basic, paths } = provider;
  const form = { authorization: basic, "content-type": "application/x-www-form-urlencoded" };
  const tokens = await tokensFor(provider);
  const load = { connections: atOnce, seconds } as const;
  const bearer = { authorization: `Bearer ${tokens.access_token}` };
  const userinfo = await loadRound({ ...load, method: "GET", url: url + paths.userinfo, headers: bearer });
  figures.userinfo.push(userinfo.perSecond);
  const ask = { ...load, method: "POST", headers: form } as const;
  const bodies = [`token=${tokens.access_token}`];
  figures.introspection.push((await loadRound({ ...ask, url: url + paths.introspection, bodies })).perSecond);
  const credentials = { ...ask, url: url + paths.token, bodies: ["grant_type=client_credentials"] };
  figures.credentials.push((await loadRound(credentials)).perSecond);
  const headers = { authorization: basic };
  const forms = (await provider.codes(codesInRound)).map((code) => exchangeForm(provider, code));
  figures.exchange.push(await tokenLoad({ url: url + paths.token, headers, atOnce, forms }));
  const families = await Promise.all(Array.from({ length: atOnce }, () => tokensFor(provider)));
  const refreshTokens = families.map(({ refresh_token }) => refresh_token);
  figures.refresh.push(await tokenLoad({ url: url + paths.token, headers, atOnce, refreshTokens, seconds }));
}

/** The calls of an OAuth client, in turns with `oidc-provider` and everything in memory. Ours are durable when they are answered. */
export async function measureOauth(): Promise<string[]> {
  // A user may ask for so many codes only without limits, which production cannot lift.
  const subject = await prepareSubject({ NODE_ENV: "test", RATE_LIMITS: "off" });
  const server = await subject.start();
  const peerPort = await freePort();
  const peerUrl = `http://127.0.0.1:${peerPort}`;
  const peerServer = await startServer({
    program: fileURLToPath(new URL("./peer-provider.ts", import.meta.url)),
    env: { PORT: String(peerPort), NODE_ENV: "production" },
    url: `${peerUrl}/.well-known/openid-configuration`,
    logFile: join(subject.folder, "peer.log"),
  });
  const client = await authorizedClient(subject);
  const ours: Provider = {
    url: subject.url.replace("localhost", "127.0.0.1"),
    paths: { token: "/api/oauth/token", userinfo: "/api/oauth/userinfo", introspection: "/api/oauth/introspect" },
    basic: client.basic,
    redirectUri: client.redirectUri,
    codes: client.codes,
  };
  const peer: Provider = {
    url: peerUrl,
    paths: { token: "/token", userinfo: "/me", introspection: "/token/introspection" },
    basic: `Basic ${btoa(`${samplePeer.clientId}:${samplePeer.clientSecret}`)}`,
    redirectUri: samplePeer.redirectUri,
    codes: async (count) => (await (await fetch(`${peerUrl}/codes/${count}`, { method: "POST" })).json()) as string[],
  };
  const [mine, theirs] = [none(), none()];
  // The first round warms both up.
  for (const [provider, figures] of [
    [ours, none()],
    [peer, none()],
  ] as const)
    await round(provider, figures);
  for (let n = 0; n < rounds; n++) {
    await round(ours, mine);
    await round(peer, theirs);
  }
  await Promise.all([server.stop(), peerServer.stop()]);
  subject.remove();
  const shown: [keyof Figures, string, string][] = [
    ["userinfo", "userinfo, 32 at once", "at least 1.5"],
    ["introspection", "introspection", "at least userinfo's rate"],
    ["credentials", "client credentials", "at least 1.0"],
    ["exchange", "code exchange", "at least 1.0"],
    ["refresh", "refresh (at least 1,000/s)", ""],
  ];
  return shown.flatMap(([key, name, goal]) => [
    line(name, figure(mine[key]), "/s"),
    line("  oidc-provider in memory", figure(theirs[key]), "/s"),
    line(`  ratio${goal && ` (${goal})`}`, ratios(mine[key], theirs[key]), ""),
  ]);
}
