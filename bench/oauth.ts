import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@attestory/e2e/start-stack.ts";
import { figure, line, ratios } from "./figures.ts";
import { authorizedClient } from "./oauth-client.ts";
import { samplePeer } from "./oauth-peer.ts";
import { attestory, type Figures, none, type Provider, round } from "./oauth-rounds.ts";
import { startServer } from "./processes.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 5;

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
  const ours = attestory(subject.url, client);
  const peer: Provider = {
    url: peerUrl,
    paths: { token: "/token", userinfo: "/me", introspection: "/token/introspection" },
    basic: `Basic ${btoa(`${samplePeer.clientId}:${samplePeer.clientSecret}`)}`,
    redirectUri: samplePeer.redirectUri,
    jwtCredentials: `grant_type=client_credentials&resource=${encodeURIComponent(samplePeer.resource)}`,
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
    ["jwtCredentials", "client credentials, both sign ES256", ""],
    ["exchange", "code exchange", "at least 1.0"],
    ["refresh", "refresh (at least 1,000/s)", ""],
  ];
  return shown.flatMap(([key, name, goal]) => [
    line(name, figure(mine[key]), "/s"),
    line("  oidc-provider in memory", figure(theirs[key]), "/s"),
    line(`  ratio${goal && ` (${goal})`}`, ratios(mine[key], theirs[key]), ""),
  ]);
}
