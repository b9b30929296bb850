import { Alert } from "../../parts/alert.tsx";
import { C, P, Part } from "./prose.tsx";

const steps = [
  <>
    Your application sends the browser to <C>/oauth/authorize</C> with <C>client_id</C>, <C>redirect_uri</C>,{" "}
    <C>scope</C>, <C>state</C> and <C>response_type=code</C>.
  </>,
  <>The person signs in here, sees which application asks for what, and authorizes or denies it.</>,
  <>
    The browser comes back to <C>redirect_uri</C> with a <C>code</C> and your <C>state</C>, or with{" "}
    <C>error=access_denied</C>.
  </>,
  <>
    Your server trades the code at <C>POST /api/oauth/token</C> for an access token of type <C>Bearer</C> that works for
    3600 seconds.
  </>,
  <>
    With that token, <C>GET /api/oauth/userinfo</C> tells who signed in.
  </>,
];

/** The planned authorization code flow; none of it is served today. */
export function OauthFlow() {
  return (
    <>
      <Alert title="Not served yet">
        <p>
          OAuth comes later in this BETA: none of the addresses on this page answers today. It is written down so that
          you can plan with it.
        </p>
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
            An application of your own can sign its people in with their token: <C>POST /api/auth/login</C>, then{" "}
            <C>GET /api/auth/me</C>. Do so only where the application and this service belong to the same people,
            because it sees their passwords.
          </P>
        </Part>
      </div>
    </>
  );
}
