import { CodeBlock } from "../../parts/code-block.tsx";
import { at } from "./address.ts";
import { C, P, Part } from "./prose.tsx";

const request = `resource=https://api.example.com
scope=openid offline_access invoices:read`;

const check = () => `import { createRemoteJWKSet, jwtVerify } from "jose";

const keys = createRemoteJWKSet(new URL("${at("/api/oauth/jwks")}"));

export async function readToken(request) {
  const token = request.headers.authorization?.replace(/^Bearer /, "") ?? "";
  const { payload } = await jwtVerify(token, keys, {
    issuer: "${at("")}",
    audience: "https://api.example.com",
    typ: "at+jwt",
    algorithms: ["ES256"],
  });
  if (payload.api !== "<your client id>") throw new Error("invalid_token");
  if (!(payload.scope ?? "").split(" ").includes("invoices:read")) throw new Error("insufficient_scope");
  return payload;
}`;

/** How an application offers an API to others. */
export function Apis() {
  return (
    <Part title="An API of your own">
      <P>
        If your application has an API, define it in the Developer Portal under Edit, “Your API”: its <C>resource</C>,
        an address that identifies it, and its scopes with what users read when they allow them. Other applications then
        ask for access tokens of it (RFC 8707). They need no leave of yours: the user decides.
      </P>
      <CodeBlock what="what an application adds to its request" code={request} />
      <P>
        The parameter <C>resource</C> is accepted at <C>/oauth/authorize</C>, in pushed requests and request objects,
        for devices, and at the token endpoint, where it must be the same. One authorization is for one API. The access
        token is a JWT (RFC 9068) whose audience is your API, and userinfo does not take it. Check it like this:
      </P>
      <CodeBlock what="your API checks a token with jose" code={check()} />
      <P>
        <C>client_id</C> is the application, and <C>sub</C> the user; of a token that an application got for itself,{" "}
        <C>sub</C> is the client id, too. <C>api</C> is the client id of the application whose API it is. Check it: if
        you give your identifier up, another application may have it later, and its tokens name the same audience. A
        token that is bound to a key has <C>cnf</C>: then check the DPoP proof, too.
      </P>
      <P>
        Checked like this, a token works until it expires, also if it was revoked. If you want to know at once, ask the
        introspection endpoint with the credentials of your application: it answers <C>"active": false</C> as soon as
        the consent, the user, the application or the token has ended, and with it the session, unless the access is
        offline (<C>offline_access</C>).
      </P>
      <P>
        With <C>grant_type=client_credentials</C> and <C>resource</C>, your application gets tokens of its API for
        itself. So do those that you name under “Applications that may act for themselves”. If you change the
        description of a scope, users are asked again. A scope that you remove is no longer issued.
      </P>
    </Part>
  );
}
