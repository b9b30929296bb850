export const languages = [
  { id: "curl", name: "curl" },
  { id: "node", name: "Node" },
  { id: "python", name: "Python" },
  { id: "go", name: "Go" },
] as const;
export type Language = (typeof languages)[number]["id"];

/** The values of an application that its program needs. */
export interface Client {
  /** Where this service is. */
  issuer: string;
  clientId: string;
  redirectUri: string;
  /** It has no client secret. */
  isPublic: boolean;
}

const scope = "openid profile email";

/** One argument of a shell, whatever is in it. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curl({ issuer, clientId, redirectUri, isPublic }: Client): string {
  const request = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state: "STATE",
    code_challenge: "CHALLENGE",
    code_challenge_method: "S256",
  });
  return `# a verifier for this sign-in, and its challenge (PKCE)
VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | base64 | tr '+/' '-_' | tr -d =)

# 1. send the browser here, with your own STATE and CHALLENGE
${issuer}/oauth/authorize?${request}

# 2. trade the code for tokens
curl ${issuer}/api/oauth/token \\
${isPublic ? `  -d client_id=${clientId} \\` : `  -u "${clientId}:$CLIENT_SECRET" \\`}
  -d grant_type=authorization_code \\
  -d code="$CODE" \\
  -d code_verifier="$VERIFIER" \\
  --data-urlencode redirect_uri=${quoted(redirectUri)}

# 3. ask who signed in
curl ${issuer}/api/oauth/userinfo -H "Authorization: Bearer $ACCESS_TOKEN"`;
}

function node({ issuer, clientId, redirectUri, isPublic }: Client): string {
  const isPlainHttp = issuer.startsWith("http:");
  const parts = [
    JSON.stringify(clientId),
    isPublic ? "undefined" : "process.env.CLIENT_SECRET",
    ...(isPublic || isPlainHttp ? [isPublic ? "client.None()" : "undefined"] : []),
    ...(isPlainHttp ? ["{ execute: [client.allowInsecureRequests] }"] : []),
  ];
  return `// npm install openid-client
import * as client from "openid-client";

const issuer = new URL(${JSON.stringify(issuer)});
const config = await client.discovery(issuer, ${parts.join(", ")});

// 1. send the browser to this URL; keep the verifier and the state for step 2
const pkceCodeVerifier = client.randomPKCECodeVerifier();
const expectedState = client.randomState();
const url = client.buildAuthorizationUrl(config, {
  redirect_uri: ${JSON.stringify(redirectUri)},
  scope: "${scope}",
  state: expectedState,
  code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
  code_challenge_method: "S256",
});

// 2. trade the code for tokens; callbackUrl is the URL that the browser came back to
const tokens = await client.authorizationCodeGrant(config, callbackUrl, { pkceCodeVerifier, expectedState });

// 3. ask who signed in
const user = await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);`;
}

function python({ issuer, clientId, redirectUri, isPublic }: Client): string {
  const authentication = isPublic ? `token_endpoint_auth_method="none"` : `client_secret=os.environ["CLIENT_SECRET"]`;
  return `# pip install authlib requests
import os
from authlib.common.security import generate_token
from authlib.integrations.requests_client import OAuth2Session

ISSUER = ${JSON.stringify(issuer)}
client = OAuth2Session(
    ${JSON.stringify(clientId)}, ${authentication},
    redirect_uri=${JSON.stringify(redirectUri)},
    scope="${scope}", code_challenge_method="S256",
)

# 1. send the browser to this URL; keep the verifier and the state for step 2
verifier = generate_token(48)
url, state = client.create_authorization_url(ISSUER + "/oauth/authorize", code_verifier=verifier)

# 2. trade the code for tokens; callback_url is the URL that the browser came back to
client.fetch_token(
    ISSUER + "/api/oauth/token",
    authorization_response=callback_url, state=state, code_verifier=verifier,
)

# 3. ask who signed in
user = client.get(ISSUER + "/api/oauth/userinfo").json()`;
}

function go({ issuer, clientId, redirectUri, isPublic }: Client): string {
  return `// go get golang.org/x/oauth2
conf := &oauth2.Config{
	ClientID:     ${JSON.stringify(clientId)},
${isPublic ? "" : '	ClientSecret: os.Getenv("CLIENT_SECRET"),\n'}	RedirectURL:  ${JSON.stringify(redirectUri)},
	Scopes:       []string{${scope
    .split(" ")
    .map((name) => JSON.stringify(name))
    .join(", ")}},
	Endpoint: oauth2.Endpoint{
		AuthURL:  ${JSON.stringify(`${issuer}/oauth/authorize`)},
		TokenURL: ${JSON.stringify(`${issuer}/api/oauth/token`)},
	},
}

// 1. send the browser to this URL; keep the verifier and the state for step 2
verifier := oauth2.GenerateVerifier()
url := conf.AuthCodeURL(state, oauth2.S256ChallengeOption(verifier))

// 2. trade the code for tokens
token, err := conf.Exchange(ctx, code, oauth2.VerifierOption(verifier))

// 3. ask who signed in
answer, err := conf.Client(ctx, token).Get(${JSON.stringify(`${issuer}/api/oauth/userinfo`)})`;
}

const writers: Readonly<Record<Language, (client: Client) => string>> = { curl, node, python, go };

/** A program that signs people in to this application, ready to copy. It names no secret. */
export const quickStartCode = (language: Language, client: Client): string => writers[language](client);
