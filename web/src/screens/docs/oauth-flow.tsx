import { Alert } from "../../parts/alert.tsx";
import { C, P, Part } from "./prose.tsx";

const steps = [
  <>
    Your application sends the browser to <C>/oauth/authorize</C> with <C>client_id</C>, <C>redirect_uri</C>,{" "}
    <C>scope</C>, <C>state</C> and <C>response_type=code</C>.
  </>,
  <>The user signs in here, sees what the application asks for, and authorizes or denies it.</>,
  <>
    The browser comes back to <C>redirect_uri</C> with a <C>code</C> and your <C>state</C>, or with{" "}
    <C>error=access_denied</C>.
  </>,
  <>
    Your server exchanges the code at <C>POST /api/oauth/token</C> for an access token of type <C>Bearer</C> that is
    valid for 3600 seconds.
  </>,
  <>
    With that token, <C>GET /api/oauth/userinfo</C> returns the user who signed in.
  </>,
];

/** The planned authorization code flow; not available yet. */
export function OauthFlow() {
  return (
    <>
      <Alert title="Not available yet">
        <p>OAuth comes later in this BETA. None of the endpoints on this page exists yet; this is what to plan for.</p>
      </Alert>
      <div className="mt-8">
        <Part title="The authorization code flow, as planned">
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
        </Part>
        <Part title="Until then">
          <P>
            Your own application can sign in its users with <C>POST /api/auth/login</C>, then <C>GET /api/auth/me</C>.
            Do so only if you run both the application and this service, because the application sees the passwords.
          </P>
        </Part>
      </div>
    </>
  );
}
