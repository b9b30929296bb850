import { CodeBlock } from "../../parts/code-block.tsx";
import { C, P, Part } from "./prose.tsx";

const at = (path: string) => `${location.origin}${path}`;

const pushCall = () => `curl ${at("/api/oauth/par")} -u 'YOUR_CLIENT_ID:YOUR_CLIENT_SECRET' \\
  -d response_type=code -d redirect_uri=https://app.example.com/callback \\
  -d scope='openid profile email' -d state=A_RANDOM_VALUE \\
  -d code_challenge=BASE64URL_SHA256_OF_THE_VERIFIER -d code_challenge_method=S256`;

const pushAnswer = `{
  "request_uri": "urn:ietf:params:oauth:request_uri:6esc…",
  "expires_in": 90
}`;

const pushedUrl = () => `${at("/oauth/authorize")}
  ?client_id=YOUR_CLIENT_ID
  &request_uri=urn%3Aietf%3Aparams%3Aoauth%3Arequest_uri%3A6esc…`;

/** How a request reaches this service as the application wrote it. */
export const SafeRequests = () => (
  <>
    <Part title="Pushed requests">
      <P>
        An address that goes through a browser can be read and changed there. Your application can push the request to
        this service first, as it authenticates at the token endpoint, and send the browser with <C>client_id</C> and
        the <C>request_uri</C> of the answer alone (RFC 9126). What is wrong with the request is then said to your
        program, not to a browser. Most libraries push by one option.
      </P>
      <CodeBlock what="the call that pushes a request" code={pushCall()} />
      <CodeBlock what="the answer to a pushed request" code={pushAnswer} />
      <CodeBlock what="the authorization URL of a pushed request" code={pushedUrl()} />
      <P>
        The browser has to arrive within 90 seconds. A <C>request_uri</C> leads to one answer; after that, and too late,
        your application gets <C>invalid_request_uri</C>. The parameters may have 4096 bytes together. With “Require
        pushed requests” in the settings of the application, no other request is accepted.
      </P>
    </Part>
    <Part title="Request objects">
      <P>
        Instead of parameters, the authorization URL may carry <C>client_id</C> and a <C>request</C>: a JWT with the
        parameters, signed with a key whose public part you entered in the settings of the application (RFC 9101). It
        can also be pushed. Only what is in the JWT counts. A wrong one leads back with <C>invalid_request_object</C>,
        and one without a signature, or of an application without keys, with <C>request_not_supported</C>. Unsigned ones
        (<C>alg</C> is <C>none</C>) are accepted only with “Unsigned request objects” in the settings of the
        application: anyone can write one, so leave it off if your library can sign. No object is fetched from another
        address.
      </P>
    </Part>
    <Part title="Security profile">
      <P>
        “Security profile” in the Developer Portal shows what protects your application, and how many of its last 20
        sign-ins by a browser used PKCE and pushed requests. What all of them used can be required without breaking a
        sign-in. The switch “As strict as FAPI 2.0” requires everything at once, after it has shown what changes: PKCE,
        pushed requests, <C>private_key_jwt</C>, proof of possession (DPoP), ID tokens in ES256, no unsigned request
        objects and no sign-in in a frame. It needs a public key and redirect URIs that all begin with https, and is not
        for public applications.
      </P>
      <P>
        FAPI 2.0 asks for more than a setting can say. Your application signs with PS256, ES256 or EdDSA, not RS256, and
        puts the issuer alone into <C>aud</C>. Refresh tokens are rotated, which FAPI 2.0 forbids except in
        extraordinary circumstances: store the new one before you use its access token.
      </P>
    </Part>
  </>
);
