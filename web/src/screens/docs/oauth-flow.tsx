import { CodeBlock } from "../../parts/code-block.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { ProofOfPossession } from "./proof-of-possession.tsx";
import { C, P, Part } from "./prose.tsx";
import { SafeRequests } from "./safe-requests.tsx";

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

const at = (path: string) => `${location.origin}${path}`;

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

const essentialAcr = `claims={
  "id_token": {
    "acr": { "essential": true, "values": ["phr", "urn:attestory:acr:2fa"] }
  }
}`;
const singleClaims = `claims={
  "userinfo": { "name": { "essential": true } },
  "id_token": { "email": null }
}`;

const userinfoCall = () => `curl ${at("/api/oauth/userinfo")} -H 'authorization: Bearer ACCESS_TOKEN'`;

const refreshCall = () => `curl ${at("/api/oauth/token")} -u 'YOUR_CLIENT_ID:YOUR_CLIENT_SECRET' \\
  -d grant_type=refresh_token -d refresh_token=THE_NEWEST_REFRESH_TOKEN`;

const endSession = () => `${at("/api/oauth/end_session")}
  ?id_token_hint=THE_ID_TOKEN
  &post_logout_redirect_uri=https%3A%2F%2Fapp.example.com%2Fsigned-out
  &state=A_RANDOM_VALUE`;

const deviceCall = () => `curl ${at("/api/oauth/device_authorization")} -u 'YOUR_CLIENT_ID:YOUR_CLIENT_SECRET' \\
  -d 'scope=openid profile offline_access'`;

const deviceAnswer = () => `{
  "device_code": "atd_…",
  "user_code": "BDFH-KMPR",
  "verification_uri": "${at("/device")}",
  "verification_uri_complete": "${at("/device")}?user_code=BDFH-KMPR",
  "expires_in": 900,
  "interval": 5
}`;

const pollCall = () => `curl ${at("/api/oauth/token")} -u 'YOUR_CLIENT_ID:YOUR_CLIENT_SECRET' \\
  -d grant_type=urn:ietf:params:oauth:grant-type:device_code -d device_code=THE_DEVICE_CODE`;

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
      <Part title="5. Sign out">
        <P>
          Your application ends its own session, then sends the browser to the address below: it ends the session here
          and comes back to <C>post_logout_redirect_uri</C> with your <C>state</C>. Register that address as “After
          sign-out” in the settings of the application. Without an ID token of the session that is signed in here, the
          user is asked first.
        </P>
        <CodeBlock what="the sign-out URL" code={endSession()} />
        <P>
          To be told when a session is ended here, by its user, another session, a new password or an admin, enter a
          “Back-channel logout” address in the settings of the application. It must have a public address, and gets a
          form with a <C>logout_token</C> that lives for two minutes, about the sign-ins from then on: check it as you
          check an ID token, its type is <C>logout+jwt</C>, end the sessions whose ID token had the same <C>sid</C>, and
          answer 200. Applications without such an address keep their own sessions.
        </P>
        <P>
          A sign-out that leads nowhere is shown with its reason under “Last requests”, if the request names your
          application by <C>client_id</C> or a valid ID token. So is a logout token that your application did not take.
        </P>
      </Part>
      <Part title="How strongly a user signed in">
        <P>
          The ID token says when the user signed in (<C>auth_time</C>), by which means (<C>amr</C>) and how strongly (
          <C>acr</C>): <C>urn:attestory:acr:1fa</C> for one factor, <C>urn:attestory:acr:2fa</C> for two, <C>phr</C> for
          a passkey or hardware key, which no other site can ask for. Refreshed ID tokens repeat it.
        </P>
        <P>
          With <C>prompt=login</C> or <C>max_age</C> the user signs in again, with both factors if the account has two.
          From signed out, a browser that the user trusts may leave the second one out: <C>acr</C> says so. With{" "}
          <C>acr_values</C>, in your order of preference, the user is asked for the factor that is missing, and may go
          on without. If you need it, ask for an essential <C>acr</C>: users who have no such factor then come back with{" "}
          <C>unmet_authentication_requirements</C>. Check <C>acr</C> in the ID token in any case.
        </P>
        <CodeBlock what="claims for two factors" code={essentialAcr} />
      </Part>
      <Part title="Single claims">
        <P>
          The parameter <C>claims</C> asks for claims one by one, in the ID token or from userinfo. The consent screen
          shows the scope that each of them belongs to. It needs the scope <C>openid</C>. A claim that the user does not
          have is left out. One that is not in <C>claims_supported</C> of the discovery document is ignored, and so are{" "}
          <C>updated_at</C>, <C>twoFactorEnabled</C> and <C>username</C> in the ID token: ask for them from userinfo. A
          refresh with a narrower <C>scope</C> gives none of them.
        </P>
        <CodeBlock what="the claims parameter" code={singleClaims} />
        <P>
          <C>login_hint</C> fills in the address on the sign-in screen.
        </P>
      </Part>
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
      <Part title="Sign in on a device">
        <P>
          A television, a command line or a printer has no browser that its user could sign in with. Allow “Sign-in on a
          device” in the settings of the application. The device then asks for two codes (RFC 8628). A public
          application sends its <C>client_id</C> in place of the secret. A device cannot ask for a second factor, a new
          sign-in or single claims: those parameters are ignored here.
        </P>
        <CodeBlock what="the device authorization call" code={deviceCall()} />
        <CodeBlock what="the device authorization response" code={deviceAnswer()} />
        <P>
          The device shows <C>user_code</C> and <C>verification_uri</C>, or <C>verification_uri_complete</C> as a QR
          code. The user opens the address on a phone, signs in, compares the code, and allows or refuses what your
          application asks. Meanwhile the device asks for its tokens, every <C>interval</C> seconds:
        </P>
        <CodeBlock what="the polling call" code={pollCall()} />
        <P>
          <C>authorization_pending</C> says that the user has not answered yet, and <C>slow_down</C> to wait five
          seconds longer from now on. <C>access_denied</C> and <C>expired_token</C> end the attempt: begin again. Once
          the user has allowed it, the answer is that of a code. The device code works once; a second use ends the
          tokens that it gave.
        </P>
      </Part>
      <ProofOfPossession />
      <Part title="Server programs">
        <P>
          A confidential application gets a token for itself with <C>grant_type=client_credentials</C>. For the calls of
          this service, such as <C>GET /api/users</C>, use an API key.
        </P>
      </Part>
    </>
  );
}
