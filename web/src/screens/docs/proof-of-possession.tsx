import { CodeBlock } from "../../parts/code-block.tsx";
import { at } from "./address.ts";
import { C, P, Part } from "./prose.tsx";

const proof = () => `{
  "typ": "dpop+jwt",
  "alg": "ES256",
  "jwk": { "kty": "EC", "crv": "P-256", "x": "…", "y": "…" }
}
{
  "htm": "POST",
  "htu": "${at("/api/oauth/token")}",
  "iat": 1767605743,
  "jti": "A_NEW_RANDOM_VALUE",
  "nonce": "THE_LAST_DPOP_NONCE"
}`;

const boundCall = () => `curl ${at("/api/oauth/userinfo")} -H 'authorization: DPoP ACCESS_TOKEN' \\
  -H 'dpop: A_PROOF_FOR_THIS_CALL'`;

/** How an application binds its tokens to a key. */
export function ProofOfPossession() {
  return (
    <Part title="Proof of possession">
      <P>
        A stolen access token works until it ends, unless it is bound to a key. To bind it, your application makes a key
        pair and sends a DPoP proof in the header <C>DPoP</C> of each token request (RFC 9449): a JWT that the key signs
        with ES256, RS256, PS256 or EdDSA. Most libraries do this if you give them the key.
      </P>
      <CodeBlock what="the header and claims of a DPoP proof" code={proof()} />
      <P>
        The answer then has <C>"token_type": "DPoP"</C>. Use the access token with the scheme <C>DPoP</C> and a new
        proof each time, whose <C>ath</C> is the base64url SHA-256 of the token:
      </P>
      <CodeBlock what="the userinfo call with a bound token" code={boundCall()} />
      <P>
        The first answer is <C>use_dpop_nonce</C>: send the value of its header <C>DPoP-Nonce</C> as <C>nonce</C> in the
        next proof. A nonce is good for some minutes. Each proof works once.
      </P>
      <P>
        The refresh tokens of a public application are bound as well, so keep the key as long as they live. With{" "}
        <C>dpop_jkt</C>, the key's thumbprint, an authorization request binds the code, too. Turn “Require proof of
        possession” on in the settings of the application, and it gets no token without a DPoP proof.
      </P>
    </Part>
  );
}
