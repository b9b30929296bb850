import {
  type Client,
  type Guide,
  isUnusual,
  literal,
  originOf,
  pathOf,
  portOf,
  scope,
  secrets,
  tellsNoName,
} from "./guide.ts";

export function expressGuide(client: Client): Guide {
  const { issuer, clientId, redirectUri, profileInIdToken, idTokenAlgorithm } = client;
  const signature = isUnusual(client) ? `\n    idTokenSigningAlg: "${idTokenAlgorithm}",` : "";
  const user = profileInIdToken ? "request.oidc.user" : "await request.oidc.fetchUserInfo()";
  const code = `import express from "express";
import { auth } from "express-openid-connect";

const app = express();

app.use(
  auth({
    issuerBaseURL: ${literal(issuer)},
    baseURL: ${literal(originOf(redirectUri))},
    clientID: ${literal(clientId)},
    clientSecret: process.env.CLIENT_SECRET,
    secret: process.env.SESSION_SECRET,
    authorizationParams: { response_type: "code", scope: "${scope}" },
    routes: { callback: ${literal(pathOf(redirectUri))} },
    authRequired: false,
    idpLogout: true,${signature}
  }),
);

app.get("/", async (request, response) => {
  if (!request.oidc.isAuthenticated()) return response.send('<a href="/login">Sign in</a>');
  const user = ${user};
  response.json({ id: user.sub, name: user.name ?? user.preferred_username, email: user.email });
});

app.listen(${portOf(redirectUri, 3001)});
`;
  return {
    install: "npm install express express-openid-connect",
    files: [{ name: "app.mjs", code }],
    run: `${secrets}\nnode app.mjs   # then open ${originOf(redirectUri)}`,
    notes: [
      `/logout signs out here and there. Enter ${originOf(redirectUri)} under “After sign-out” in the settings of the application.`,
      ...(profileInIdToken ? [] : [tellsNoName]),
    ],
  };
}
