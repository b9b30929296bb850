import { registerApplication } from "@attestory/e2e/http/applications.ts";
import { call } from "@attestory/e2e/http/client.ts";
import { samplePeer } from "./oauth-peer.ts";
import type { Subject } from "./subject.ts";

/** Codes that are asked for at once. */
const atOnce = 16;

export interface AuthorizedClient {
  basic: string;
  redirectUri: string;
  /** Authorization codes, as the browser of a user gets them who has consented before. */
  codes(count: number): Promise<string[]>;
}

/** Registers an application of the subject's user, who then lets it use the account. */
export async function authorizedClient(
  subject: Pick<Subject, "url" | "token" | "email" | "password">,
  settings: { idTokenAlgorithm?: "RS256" | "ES256" } = {},
): Promise<AuthorizedClient> {
  const { url, token } = subject;
  await expectOk(call(url, "POST /api/user/enable-developer", { token }));
  const { redirectUri, scope } = samplePeer;
  const developer = { ...subject, id: "", username: "" };
  const { clientId, clientSecret } = await registerApplication(url, {
    developer,
    redirectUris: [redirectUri],
    ...settings,
  });
  const request = { client_id: clientId, redirect_uri: redirectUri, scope, state: "bench" };
  const query = new URLSearchParams({ ...request, response_type: "code" });
  await expectOk(call(url, `GET /api/oauth/authorize?${query}`, { token }));
  await expectOk(call(url, "POST /api/oauth/authorize", { token, body: request }));

  const headers = { cookie: `__Host-session=${token}` };
  const code = async (): Promise<string> => {
    const answer = await fetch(`${url}/oauth/authorize?${query}`, { headers, redirect: "manual" });
    const given = URL.parse(answer.headers.get("location") ?? "")?.searchParams.get("code");
    if (!given) throw new Error(`the request for a code was answered ${answer.status}`);
    return given;
  };
  return {
    basic: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
    redirectUri,
    async codes(count) {
      const codes: string[] = [];
      const some = async () => {
        while (codes.length < count) codes.push(await code());
      };
      await Promise.all(Array.from({ length: atOnce }, some));
      return codes.slice(0, count);
    },
  };
}

async function expectOk(answered: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await answered;
  if (status !== 200) throw new Error(`a call was answered ${status} ${JSON.stringify(body)}`);
}
