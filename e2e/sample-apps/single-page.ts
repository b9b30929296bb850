import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A single-page application without a server: the browser does everything, as a public client with PKCE. It shares no code with this
 * project.
 */

const page = `<!doctype html>
<html lang="en">
<title>Chalkboard</title>
<main><h1>Chalkboard</h1><p id="status">Starting</p><button id="sign-in" hidden>Sign in with Attestory</button>
<button id="refresh" hidden>Refresh</button></main>
<script type="module" src="/app.js"></script>
</html>`;

const script = (settings: object) => `
const { issuer, clientId } = ${JSON.stringify(settings)};
const redirectUri = location.origin + "/";
const show = (text) => (document.getElementById("status").textContent = text);
const base64url = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));
const discovered = await (await fetch(issuer + "/.well-known/openid-configuration")).json();

async function signIn() {
  const [state, verifier] = [random(), random()];
  sessionStorage.setItem("request", JSON.stringify({ state, verifier }));
  const challenge = base64url(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)));
  location.assign(discovered.authorization_endpoint + "?" + new URLSearchParams({
    response_type: "code", client_id: clientId, redirect_uri: redirectUri, scope: "openid profile offline_access", state,
    code_challenge: challenge, code_challenge_method: "S256",
  }));
}

async function tokens(body) {
  const answer = await fetch(discovered.token_endpoint, {
    method: "POST", body: new URLSearchParams({ ...body, client_id: clientId }),
  });
  const given = await answer.json();
  if (!answer.ok) throw new Error(given.error);
  return given;
}

async function welcome({ access_token, refresh_token }) {
  const answer = await fetch(discovered.userinfo_endpoint, { headers: { authorization: "Bearer " + access_token } });
  const user = await answer.json();
  show(answer.ok ? "Signed in as " + user.preferred_username : "Signed out: " + answer.status);
  const button = document.getElementById("refresh");
  button.hidden = false;
  button.onclick = () => {
    show("Refreshing");
    tokens({ grant_type: "refresh_token", refresh_token }).then(welcome).catch((error) => show("Refused: " + error.message));
  };
}

const answered = new URLSearchParams(location.search);
const request = JSON.parse(sessionStorage.getItem("request") ?? "{}");
if (answered.has("error")) show("Not signed in: " + answered.get("error"));
else if (answered.has("code")) {
  history.replaceState(null, "", "/");
  if (answered.get("state") !== request.state || answered.get("iss") !== issuer) show("This answer is not ours");
  else await tokens({
    grant_type: "authorization_code", code: answered.get("code"), redirect_uri: redirectUri, code_verifier: request.verifier,
  }).then(welcome).catch((error) => show("Refused: " + error.message));
} else {
  show("Signed out");
  const button = document.getElementById("sign-in");
  button.hidden = false;
  button.onclick = signIn;
}
`;

interface Settings {
  issuer: string;
  clientId: string;
}

export interface SinglePageApp {
  /** Also its redirect URI, with a slash at the end. */
  url: string;
  configure(settings: Settings): void;
  close(): Promise<void>;
}

export async function startSinglePageApp(): Promise<SinglePageApp> {
  let settings: Settings | undefined;
  const server = createServer((request, response) => {
    if (request.url === "/app.js" && settings) {
      response.writeHead(200, { "content-type": "text/javascript" }).end(script(settings));
    } else response.writeHead(200, { "content-type": "text/html" }).end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    configure: (given) => {
      settings = given;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
