import { CodeBlock } from "../../parts/code-block.tsx";
import { at } from "./address.ts";
import { C, P, Part } from "./prose.tsx";

const endSession = () => `${at("/api/oauth/end_session")}
  ?id_token_hint=THE_ID_TOKEN
  &post_logout_redirect_uri=https%3A%2F%2Fapp.example.com%2Fsigned-out
  &state=A_RANDOM_VALUE`;

/** Sign-outs by an application, and how it learns of others. */
export const SignOut = () => (
  <Part title="5. Sign out">
    <P>
      Your application ends its own session, then sends the browser to the address below: it ends the session here and
      comes back to <C>post_logout_redirect_uri</C> with your <C>state</C>. Register that address as “After sign-out” in
      the settings of the application. Without an ID token of the session that is signed in here, the user is asked
      first.
    </P>
    <CodeBlock what="the sign-out URL" code={endSession()} />
    <P>
      To learn when a session is ended here, by its user, another session, a new password or an admin, enter a
      “Back-channel logout” address in the settings of the application. It must have a public address, and gets a form
      with a <C>logout_token</C> that lives for two minutes, about the sign-ins from then on: check it as you check an
      ID token, its type is <C>logout+jwt</C>, end the sessions whose ID token had the same <C>sid</C>, and answer 200.
      Applications without such an address keep their own sessions.
    </P>
    <P>
      A sign-out that leads nowhere is shown with its reason under “Last requests”, if the request names your
      application by <C>client_id</C> or a valid ID token. So is a logout token that your application did not take.
    </P>
  </Part>
);
