import { type Client, scope } from "./guide.ts";

/** One argument of a shell, whatever is in it. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Each step of the authorization code flow as a call, to see what a library does. */
export function curlScript({ issuer, clientId, redirectUri, isPublic }: Client): string {
  const request = new URLSearchParams({ response_type: "code", client_id: clientId, redirect_uri: redirectUri, scope });
  const client = isPublic ? `-d client_id=${clientId}` : `-u "${clientId}:$CLIENT_SECRET"`;
  return `# a verifier for this sign-in, its challenge (PKCE), and a state
VERIFIER=$(openssl rand -hex 32)
CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary | base64 | tr '+/' '-_' | tr -d =)
STATE=$(openssl rand -hex 8)

# 1. open this address in a browser, sign in and authorize
echo ${quoted(`${issuer}/oauth/authorize?${request}`)}"&state=$STATE&code_challenge=$CHALLENGE&code_challenge_method=S256"

# the browser comes back to the redirect URI: its address has the code and the state
read -r -p "code: " CODE

# 2. trade the code for tokens, once and within 60 seconds
TOKENS=$(curl -s ${issuer}/api/oauth/token \\
  ${client} \\
  -d grant_type=authorization_code \\
  -d code="$CODE" \\
  -d code_verifier="$VERIFIER" \\
  --data-urlencode redirect_uri=${quoted(redirectUri)})
ACCESS_TOKEN=$(printf %s "$TOKENS" | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

# 3. ask who signed in
curl -s ${issuer}/api/oauth/userinfo -H "Authorization: Bearer $ACCESS_TOKEN"
`;
}
