import { CodeBlock } from "../../parts/code-block.tsx";
import { C, P, Part } from "./prose.tsx";

const essentialAcr = `claims={
  "id_token": {
    "acr": { "essential": true, "values": ["phr", "urn:attestory:acr:2fa"] }
  }
}`;

const singleClaims = `claims={
  "userinfo": { "name": { "essential": true } },
  "id_token": { "email": null }
}`;

/** What a request may ask for beside its scopes: factors, and claims one by one. */
export const AskedFor = () => (
  <>
    <Part title="How strongly a user signed in">
      <P>
        The ID token says when the user signed in (<C>auth_time</C>), by which means (<C>amr</C>) and how strongly (
        <C>acr</C>): <C>urn:attestory:acr:1fa</C> for one factor, <C>urn:attestory:acr:2fa</C> for two, <C>phr</C> for a
        passkey or hardware key, which no other site can ask for. Refreshed ID tokens repeat it.
      </P>
      <P>
        With <C>prompt=login</C> or <C>max_age</C> the user signs in again, with both factors if the account has two.
        From signed out, a browser that the user trusts may leave the second one out: <C>acr</C> says so. With{" "}
        <C>acr_values</C>, in your order of preference, the user is asked for the factor that is missing, and may go on
        without. If you need it, ask for an essential <C>acr</C>: users who have no such factor then come back with{" "}
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
        <C>login_hint</C> fills in the address on the sign-in screen, also from a pushed request or a request object.
      </P>
    </Part>
  </>
);
