import { CodeBlock } from "../../parts/code-block.tsx";
import { at } from "./address.ts";
import { C, P, Part } from "./prose.tsx";

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

/** The device flow (RFC 8628). */
export const OnDevices = () => (
  <Part title="Sign in on a device">
    <P>
      A television, a command line or a printer has no browser that its user could sign in with. Allow “Sign-in on a
      device” in the settings of the application. The device then asks for two codes (RFC 8628). A public application
      sends its <C>client_id</C> in place of the secret. A device cannot ask for a second factor, a new sign-in or
      single claims: those parameters are ignored here.
    </P>
    <CodeBlock what="the device authorization call" code={deviceCall()} />
    <CodeBlock what="the device authorization response" code={deviceAnswer()} />
    <P>
      The device shows <C>user_code</C> and <C>verification_uri</C>, or <C>verification_uri_complete</C> as a QR code.
      The user opens the address on a phone, signs in, compares the code, and allows or refuses what your application
      asks. Meanwhile the device asks for its tokens, every <C>interval</C> seconds:
    </P>
    <CodeBlock what="the polling call" code={pollCall()} />
    <P>
      <C>authorization_pending</C> says that the user has not answered yet, and <C>slow_down</C> to wait five seconds
      longer from now on. <C>access_denied</C> and <C>expired_token</C> end the attempt: begin again. Once the user has
      allowed it, the answer is that of a code. The device code works once; a second use ends the tokens that it gave.
    </P>
  </Part>
);
