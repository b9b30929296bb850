import { type Client, type Guide, literal, originOf, portOf, scope } from "./guide.ts";

export function singlePageGuide({ issuer, clientId, redirectUri, profileInIdToken }: Client): Guide {
  const userinfo = profileInIdToken ? "" : "\n  loadUserInfo: true,";
  const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>My app</title>
  </head>
  <body>
    <p id="who"></p>
    <button id="sign-in">Sign in</button>
    <button id="sign-out">Sign out</button>
    <script type="module" src="./app.js"></script>
  </body>
</html>
`;
  const code = `import { UserManager } from "oidc-client-ts";

const manager = new UserManager({
  authority: ${literal(issuer)},
  client_id: ${literal(clientId)},
  redirect_uri: ${literal(redirectUri)},
  scope: "${scope}",${userinfo}
});

document.querySelector("#sign-in").onclick = () => manager.signinRedirect();
document.querySelector("#sign-out").onclick = () => manager.signoutRedirect();

if (new URLSearchParams(location.search).has("state")) {
  // Throws if the person pressed Deny.
  await manager.signinCallback().catch((error) => alert(error.message));
  history.replaceState(null, "", location.pathname);
}
const user = await manager.getUser();
if (user) {
  const { name, preferred_username, email } = user.profile;
  document.querySelector("#who").textContent = \`Hello \${name ?? preferred_username} (\${email})\`;
}
`;
  return {
    install: "npm install oidc-client-ts vite",
    files: [
      { name: "index.html", code: page },
      { name: "app.js", code },
    ],
    run: `npx vite --port ${portOf(redirectUri, 5173)}   # then open ${originOf(redirectUri)}`,
    notes: ["The application has no secret: it uses PKCE, which the library does by itself."],
  };
}
