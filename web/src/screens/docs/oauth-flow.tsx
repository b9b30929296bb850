import { CodeBlock } from "../../parts/code-block.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { at } from "./address.ts";
import { Apis } from "./apis.tsx";
import { AskedFor } from "./asked-for.tsx";
import { ProofOfPossession } from "./proof-of-possession.tsx";
import { C, P, Part } from "./prose.tsx";
import { SafeRequests } from "./safe-requests.tsx";
import { OnDevices } from "./sign-in-on-devices.tsx";
import { SignOut } from "./sign-out.tsx";

const steps = [
  <>
    Your application sends the browser to <C>/oauth/authorize</C> with <C>response_type=code</C>, <C>client_id</C>,{" "}
    <C>redirect_uri</C>, <C>scope</C>, a random <C>state</C> and a PKCE <C>code_challenge</C> (method <C>S256</C>).
  </>,
  <>The user signs in here, sees what the application asks for, and authorizes or denies it.</>,
  <>
    The browser comes back to <C>redirect_uri</C> with a <C>code</C>, your <C>state</C> and <C>iss</C>, the address of
    this service. After a refusal it brings <C>error=access_denied</C>. Compare <C>state</C> and <C>iss</C> with what
    you expect.
  </>,
  <>
    Your application exchanges the code at <C>POST /api/oauth/token</C>, once and within 60 seconds. It gets an access
    token of type <C>Bearer</C> that is valid for 3600 seconds, with <C>openid</C> an ID token, and with{" "}
    <C>offline_access</C> a refresh token.
  </>,
  <>
    With the access token, <C>GET /api/oauth/userinfo</C> returns the user who signed in.
  </>,
];

const authorizationUrl = () => `${at("/oauth/authorize")}
  ?response_type=code
  &client_id=YOUR_CLIENT_ID
  &redirect_uri=https%3A%2F%2Fapp.example.com%2Fcallback
  &scope=openid%20profile%20email
  &state=A_RANDOM_VALUE
  &code_challenge=BASE64URL_SHA256_OF_THE_VERIFIER
  &code_challenge_method=S256`;

const tokenCall = () => `curl ${at("/api/oauth/token")} -u 'YOUR_CLIENT_ID:YOUR_CLIENT_SECRET' \\
  -d grant_type=authorization_code -d code=THE_CODE \\
  -d redirect_uri=https://app.example.com/callback -d code_verifier=THE_VERIFIER`;

const tokenAnswer = `{
  "access_token": "eyJ…",
  "token_type": "Bearer",
  "expires_in": 3600,
  "scope": "openid profile email",
  "id_token": "eyJ…"
}`;

const userinfoCall = () => `curl ${at("/api/oauth/userinfo")} -H 'authorization: Bearer ACCESS_TOKEN'`;

const refreshCall = () => `curl ${at("/api/oauth/token")} -u 'YOUR_CLIENT_ID:YOUR_CLIENT_SECRET' \\
  -d grant_type=refresh_token -d refresh_token=THE_NEWEST_REFRESH_TOKEN`;

/** The authorization code flow, step by step. */
export function OauthFlow() {
  return (
    <>
      <Part title="The authorization code flow">
        <ol className="grid gap-4">
          {steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps never change their order
            <li key={index} className="flex gap-4">
              <span
                aria-hidden="true"
                className="grid size-6 flex-none place-items-center rounded-full border border-line-strong font-mono text-xs text-muted"
              >
                {index + 1}
              </span>
              <P>{step}</P>
            </li>
          ))}
        </ol>
        <P>
          Any client library for OpenID Connect does this: give it the address <C>{location.origin}</C>, your client ID
          and your secret, and it reads the rest from{" "}
          <TextLink href="/.well-known/openid-configuration">the discovery document</TextLink>. Register your
          application in the <TextLink href="/developer">Developer Portal</TextLink>, and try it on{" "}
          <TextLink href="/oauth/test">the test page</TextLink>.
        </P>
      </Part>
      <Part title="1. Send the browser here">
        <P>
          The redirect URI must be exactly one that you registered. A public application, which keeps no secret, must
          send a PKCE challenge. Line breaks are only for reading.
        </P>
        <CodeBlock what="the authorization URL" code={authorizationUrl()} />
      </Part>
      <Part title="2. Exchange the code">
        <P>
          The secret goes into the header <C>Authorization</C> (Basic) or into the body, as <C>client_id</C> and{" "}
          <C>client_secret</C>. The body may be a form or JSON. A public application sends only its <C>client_id</C>.
        </P>
        <P>
          Instead of a secret, your application can sign: choose <C>private_key_jwt</C> in its settings and enter its
          public keys. Each call then carries <C>client_assertion_type</C>,{" "}
          <C>urn:ietf:params:oauth:client-assertion-type:jwt-bearer</C>, and <C>client_assertion</C>: a JWT with{" "}
          <C>iss</C> and <C>sub</C> (your client ID), <C>aud</C> (the issuer, as one text), <C>jti</C> (new each time),{" "}
          <C>iat</C> and <C>exp</C> (at most 5 minutes ahead), signed with RS256, PS256, ES256 or EdDSA.
        </P>
        <CodeBlock what="the token call" code={tokenCall()} />
        <CodeBlock what="the token response" code={tokenAnswer} />
        <P>A code that is used twice ends the tokens that it gave.</P>
      </Part>
      <Part title="3. Read the user">
        <P>
          <C>sub</C> is the stable id of the user. <C>profile</C> adds the names and the username, <C>email</C> the
          address.
        </P>
        <CodeBlock what="the userinfo call" code={userinfoCall()} />
      </Part>
      <Part title="4. Stay connected">
        <P>
          Each refresh answers with a new refresh token, and the former one stops working. A former one that is used
          again ends all of them. A refresh token lives for 30 days without use, and for 90 days in all.
        </P>
        <CodeBlock what="the refresh call" code={refreshCall()} />
        <P>
          Tokens stop working at once when the user revokes the access, changes the password or is deactivated, and when
          the application is suspended or deleted. Without <C>offline_access</C> they end with the user's session.
        </P>
      </Part>
      <SignOut />
      <AskedFor />
      <SafeRequests />
      <Part title="Newcomers">
        <P>
          With <C>prompt=create</C> the authorization URL shows the registration instead of the sign-in. After it, and
          after the email that verifies the address, the user comes back to your application with a code.
        </P>
      </Part>
      <Part title="Applications in a browser">
        <P>
          Redirect the page, or open the authorization URL in a window of its own: that window keeps its opener until it
          comes back to your redirect URI.
        </P>
        <P>
          An application without a server can find out unseen whether its user is still signed in: it loads the
          authorization URL with <C>prompt=none</C> in a hidden frame, whose redirect URI is a page of its own. Allow
          “Sign-in in a frame” in the settings of the application first. The frame gets a code, or an error such as{" "}
          <C>login_required</C>; <C>interaction_required</C> says that the setting is off.{" "}
          <C>response_mode=form_post</C> does not work in a frame.
        </P>
        <P>
          This works only where the application is on the site of this service, such as <C>app.example.com</C> for{" "}
          <C>login.example.com</C>. From a frame on another site, browsers do not send the session, so the answer is{" "}
          <C>login_required</C>. Use refresh tokens there.
        </P>
      </Part>
      <OnDevices />
      <ProofOfPossession />
      <Apis />
      <Part title="Server programs">
        <P>
          A confidential application gets a token for itself with <C>grant_type=client_credentials</C>. For the calls of
          this service, such as <C>GET /api/users</C>, use an API key.
        </P>
      </Part>
    </>
  );
}
