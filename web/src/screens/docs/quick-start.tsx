import { CodeBlock } from "../../parts/code-block.tsx";
import { TextLink } from "../../parts/text-link.tsx";
import { AddSignIn } from "./add-sign-in.tsx";
import { C, P, Part } from "./prose.tsx";

const json = `-H 'content-type: application/json'`;
const at = (path: string) => `${location.origin}${path}`;

const registerCall = () => `curl ${at("/api/auth/register")} ${json} \\
  -d '{"email":"juniper@example.com","username":"juniper","password":"copper-lantern-91"}'`;

const verifyCall = () => `curl '${at("/api/auth/verify-email")}?token=TOKEN_FROM_THE_EMAIL'`;

const loginCall = () => `curl ${at("/api/auth/login")} ${json} \\
  -d '{"email":"juniper@example.com","password":"copper-lantern-91"}'`;

const meCall = () => `curl ${at("/api/auth/me")} -H 'authorization: Bearer YOUR_TOKEN'`;

/** Sign-in for an application; then accounts by calls alone, in four steps. */
export function QuickStart() {
  return (
    <>
      <AddSignIn />
      <Part title="Accounts by calls">
        <P>Programs can create accounts and sign in without a page of this service, in four steps.</P>
      </Part>
      <Part title="1. Create an account">
        <P>
          Use <TextLink href="/register">the form</TextLink>, or send this. First and last name are optional. The answer
          contains a token with few rights until the address is verified.
        </P>
        <CodeBlock what="the registration call" code={registerCall()} />
      </Part>
      <Part title="2. Verify the address">
        <P>
          The service sends an email with a link that works for 24 hours. Without a mail server, the email is shown in{" "}
          <TextLink href="/dev/inbox">the dev inbox</TextLink>. Opening the link is enough; it makes this call.
        </P>
        <CodeBlock what="the verification call" code={verifyCall()} />
      </Part>
      <Part title="3. Sign in">
        <P>
          The answer is <C>{'{ "token": "…", "user": { … } }'}</C>. Keep the token as secret as a password. The first
          sign-in of a program that the service does not know is answered <C>email_code_required</C>: send the code of
          that email in <C>emailCode</C>, beside the password.
        </P>
        <CodeBlock what="the login call" code={loginCall()} />
      </Part>
      <Part title="4. Call the API">
        <P>
          Send the token with every call. <C>GET /api/auth/me</C> returns the signed-in user; the{" "}
          <TextLink href="/docs?tab=api-reference">API Reference</TextLink> lists all calls.
        </P>
        <CodeBlock what="the call for the current user" code={meCall()} />
      </Part>
    </>
  );
}
