import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { call } from "@attestory/e2e/http/client.ts";
import { enableTotp } from "@attestory/e2e/http/second-factors.ts";
import { interleaved, median } from "@attestory/e2e/http/statistics.ts";
import { figure, line, ratios } from "./figures.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 5;
/** Sign-ins of each kind in a round. Each account signs in once: a code is accepted once. */
const signIns = 70;
/** Some of the invented people are not verified. */
const people = Math.ceil(2.2 * rounds * signIns);

interface Login {
  email: string;
  password: string;
}

/** POST /api/auth/login of accounts with TOTP, in turns with accounts without. */
export async function measureSignInWithTotp(): Promise<string[]> {
  const subject = await prepareSubject({}, people);
  const server = await subject.start();
  const url = subject.url.replace("localhost", "127.0.0.1");
  let network = 0;
  const signIn = async (login: Login, more: object): Promise<string> => {
    network++;
    const headers = { "x-forwarded-for": `10.${network >> 8}.${network & 255}.7` };
    const { status, body } = await call(url, "POST /api/auth/login", { body: { ...login, ...more }, headers });
    if (status !== 200) throw new Error(`a sign-in was answered ${status} ${JSON.stringify(body)}`);
    return body.token;
  };

  const plain = subject.logins.slice(0, rounds * signIns);
  const ofTotp = subject.logins.slice(rounds * signIns, 2 * rounds * signIns);
  const secrets = new Map<string, string>();
  for (const login of ofTotp) {
    const { secret } = await enableTotp(url, await signIn(login, {}));
    secrets.set(login.email, secret);
  }
  // So that both kinds have signed in once before.
  for (const login of plain) await signIn(login, {});

  const [withTotp, without]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const [codes, passwords] = [ofTotp.splice(0, signIns), plain.splice(0, signIns)];
    const times = await interleaved(signIns, {
      withTotp: async () => {
        const login = codes.pop() as Login;
        // The next step's code is accepted too, and the set-up has not used it.
        await signIn(login, { totpCode: codeAt(secrets.get(login.email) ?? "", new Date(), 1) });
      },
      without: () => signIn(passwords.pop() as Login, {}),
    });
    withTotp.push(median(times.withTotp));
    without.push(median(times.without));
  }
  await server.stop();
  subject.remove();
  return [
    line("sign-in with a code, one at a time", figure(withTotp), "ms"),
    line("  without two-factor authentication", figure(without), "ms"),
    line("  ratio (at most 1.15)", ratios(withTotp, without), ""),
  ];
}
