import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { givenSignedInUser } from "@attestory/e2e/http/client.ts";
import { freePort } from "@attestory/e2e/start-stack.ts";
import { figure, line, ratios } from "./figures.ts";
import { type NameLoad, nameLoad } from "./name-load.ts";
import { startServer } from "./processes.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 5;
const seconds = 5;
const people = 16;

/** 16 people change their names at once, in turns with `better-auth` if `BENCH_PEER` names a folder that has it. Both are durable. */
export async function measureChangedNames(): Promise<string[]> {
  // One person changes a name so often only without limits, which production cannot lift.
  const subject = await prepareSubject({ NODE_ENV: "test", RATE_LIMITS: "off", SMTP_URL: "" });
  const server = await subject.start();
  const peer = process.env.BENCH_PEER ? await startPeer(process.env.BENCH_PEER, subject.folder) : null;
  const users = await Promise.all(Array.from({ length: people }, () => givenSignedInUser(subject.url)));
  const ours: NameLoad = {
    url: `${subject.url.replace("localhost", "127.0.0.1")}/api/user/profile`,
    method: "PUT",
    people: users.map(({ token }) => ({ authorization: `Bearer ${token}` })),
    body: JSON.stringify({ firstName: "n{n}", lastName: "" }),
    seconds,
  };
  const [mine, theirs]: [number[], number[]] = [[], []];
  // Warms both up.
  await nameLoad({ ...ours, seconds: 3 });
  if (peer) await nameLoad({ ...peer.load, seconds: 3 });
  for (let round = 0; round < rounds; round++) {
    mine.push(await nameLoad(ours));
    if (peer) theirs.push(await nameLoad(peer.load));
  }
  await Promise.all([server.stop(), peer?.stop()]);
  subject.remove();
  const alone = line(`changed names, ${people} people at once`, figure(mine), "/s");
  if (!peer) return [alone, "  beside better-auth: not measured, BENCH_PEER names no folder"];
  return [
    alone,
    line("  better-auth on SQLite", figure(theirs), "/s"),
    line("  ratio (at least 3)", ratios(mine, theirs), ""),
  ];
}

async function startPeer(packages: string, folder: string): Promise<{ load: NameLoad; stop(): Promise<void> }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = await startServer({
    program: fileURLToPath(new URL("./peer-accounts.ts", import.meta.url)),
    env: { PORT: String(port), FILE: join(folder, "peer.sqlite"), BENCH_PEER: packages, NODE_ENV: "production" },
    url: `${url}/api/auth/ok`,
    logFile: join(folder, "peer.log"),
  });
  const signedUp = Array.from({ length: people }, (_, number) => signUp(url, number));
  const load: NameLoad = {
    url: `${url}/api/auth/update-user`,
    method: "POST",
    people: (await Promise.all(signedUp)).map((cookie) => ({ cookie, origin: url })),
    body: JSON.stringify({ name: "n{n}" }),
    seconds,
  };
  return { load, stop: () => server.stop() };
}

/** Resolves to the cookie of the new account's session. */
async function signUp(url: string, number: number): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email: `p${number}@example.org`, password: "correct horse battery", name: `p${number}` }),
  });
  if (!answer.ok) throw new Error(`no account: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
