import { type Client, type Guide, literal, scope } from "./guide.ts";

export function nativeGuide({ issuer, clientId, profileInIdToken }: Client): Guide {
  const insecure = issuer.startsWith("http:") ? ", { execute: [client.allowInsecureRequests] }" : "";
  const user = profileInIdToken
    ? "tokens.claims()"
    : "await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub)";
  const code = `import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import * as client from "openid-client";

const config = await client.discovery(new URL(${literal(issuer)}), ${literal(clientId)}, undefined, client.None()${insecure});

// Any free port of this machine: the service compares the port of a public application with none.
const server = createServer().listen(0, "127.0.0.1");
await once(server, "listening");
const redirect_uri = \`http://127.0.0.1:\${server.address().port}/\`;

const pkceCodeVerifier = client.randomPKCECodeVerifier();
const expectedState = client.randomState();
const url = client.buildAuthorizationUrl(config, {
  redirect_uri,
  scope: "${scope}",
  state: expectedState,
  code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: "S256",
});
console.log("Open", url.href);
const open = { darwin: "open", win32: "explorer" }[process.platform] ?? "xdg-open";
spawn(open, [url.href], { stdio: "ignore" }).on("error", () => {});

const [request, response] = await once(server, "request");
const tokens = await client
  .authorizationCodeGrant(config, new URL(request.url, redirect_uri), { pkceCodeVerifier, expectedState })
  .catch((error) => {
    response.end("You are not signed in. You can close this page.");
    console.error("Not signed in:", error.error ?? error.message);
    process.exit(1);
  });
response.end("You are signed in. You can close this page.");
server.close();
const user = ${user};
console.log("Hello", user.name ?? user.preferred_username, user.email);
`;
  return {
    install: "npm install openid-client",
    files: [{ name: "app.mjs", code }],
    run: "node app.mjs",
    notes: [
      "Register http://127.0.0.1/ as the redirect URI. The application has no secret and opens the person's own browser (RFC 8252).",
    ],
  };
}
