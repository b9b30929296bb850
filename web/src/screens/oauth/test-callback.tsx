import { CircleCheck, CircleX } from "lucide-react";
import { type FormEvent, useState } from "react";
import { type ClientAnswer, sendAsClient } from "../../api.ts";
import { sentenceOf } from "../../api-error.ts";
import { Alert } from "../../parts/alert.tsx";
import { Button } from "../../parts/button.tsx";
import { Card, CardBody } from "../../parts/card.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { TextField } from "../../parts/field.tsx";
import { decodedToken } from "./decoded-token.ts";
import { forgetRequest, keptRequest, type TestRequest } from "./test-request.ts";

/** What the application gets back: each parameter, and the tokens on request. */
export function TestCallback({ search }: { search: string }) {
  const parameters = new URLSearchParams(search);
  const code = parameters.get("code");
  const [request] = useState(() => keptRequest(parameters.get("state")));
  return (
    <Card>
      <CardBody>
        <h2 className="mb-4 flex items-center gap-2 font-semibold">
          {code === null ? (
            <CircleX aria-hidden="true" className="size-4 text-danger-text" />
          ) : (
            <CircleCheck aria-hidden="true" className="size-4 text-success-mark" />
          )}
          {code === null ? "The application got an error" : "The application got a code"}
        </h2>
        <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
          {[...parameters].map(([name, value], index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a parameter may be repeated
            <div key={index} className="contents">
              <dt className="font-mono text-sm text-muted">{name}</dt>
              <dd className="font-mono text-sm wrap-anywhere max-sm:-mt-2">{value}</dd>
            </div>
          ))}
        </dl>
        {!request && (
          <div className="mt-4">
            <Alert kind="warning">
              <p>
                This state does not belong to the newest request of this browser. An application must stop here: the
                answer may be to someone else's request.
              </p>
            </Alert>
          </div>
        )}
      </CardBody>
      {code !== null && request && <GetTokens code={code} request={request} />}
    </Card>
  );
}

function GetTokens({ code, request }: { code: string; request: TestRequest }) {
  const [secret, setSecret] = useState("");
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<ClientAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const exchange = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    const { clientId, redirectUri, verifier } = request;
    const body = new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: redirectUri });
    body.set("client_id", clientId);
    if (verifier) body.set("code_verifier", verifier);
    if (secret) body.set("client_secret", secret);
    try {
      setAnswer(await sendAsClient("/api/oauth/token", body));
      forgetRequest();
    } catch (error) {
      setProblem(sentenceOf(error, "Try again in a moment."));
    }
    setBusy(false);
  };
  if (answer) return <Tokens answer={answer} />;
  return (
    <form className="grid gap-4 border-t border-line p-4 sm:px-6" onSubmit={(event) => void exchange(event)}>
      <TextField
        label="Client secret"
        name="clientSecret"
        type="password"
        autoComplete="off"
        aside="none for a public application"
        hint="The code works once, for 60 seconds."
        value={secret}
        onChange={(event) => setSecret(event.target.value)}
      />
      {problem && (
        <Alert kind="danger" role="alert" title="No answer">
          <p>{problem}</p>
        </Alert>
      )}
      <div>
        <Button type="submit" look="primary" busy={busy}>
          Get tokens
        </Button>
      </div>
    </form>
  );
}

function Tokens({ answer: { status, body } }: { answer: ClientAnswer }) {
  const idToken = idTokenIn(body);
  const decoded = idToken === null ? null : decodedToken(idToken);
  return (
    <div className="grid gap-4 border-t border-line p-4 sm:px-6" role="status">
      <h3 className="font-medium">
        Token response <span className="font-mono text-sm font-normal text-muted">{status}</span>
      </h3>
      <CodeBlock what="the token response" code={formatted(body)} />
      {decoded ? (
        <>
          <h3 className="font-medium">ID token, decoded</h3>
          <CodeBlock what="the header of the ID token" code={decoded.header} />
          <CodeBlock what="the claims of the ID token" code={decoded.claims} />
        </>
      ) : (
        <p className="text-sm text-subtle">There is no ID token: it comes with the scope openid.</p>
      )}
    </div>
  );
}

function json(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function formatted(body: string): string {
  const answer = json(body);
  return answer === null ? body : JSON.stringify(answer, null, 2);
}

function idTokenIn(body: string): string | null {
  const answer = json(body);
  const token = typeof answer === "object" && answer !== null ? Reflect.get(answer, "id_token") : null;
  return typeof token === "string" ? token : null;
}
