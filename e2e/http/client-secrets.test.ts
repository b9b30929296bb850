/** @module-tag embedded/moves-clock */
import { applicationStream, auditStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { inClear } from "../invariants/canaries.ts";
import { ownProductScene } from "../product-scenes.ts";
import { startInProcess } from "../start-in-process.ts";
import { type Developer, givenDeveloper, type RegisteredApplication, registerApplication } from "./applications.ts";
import { type Answered, call, signIn } from "./client.ts";
import { askUntilUpToDate, marks } from "./own-writes.ts";
import { knowingAll, storedEvents } from "./stored-log.ts";
import { askToken } from "./token-calls.ts";

const product = ownProductScene({ LOG_LEVEL: "debug" });
let url: string;
beforeAll(() => {
  product.stopClock();
  url = product.url;
});

/** Includes everything written so far. */
const list = async (token: string) => {
  const headers = await knowingAll(product);
  return askUntilUpToDate(() => call(url, "GET /api/developer/applications", { token, headers }));
};
const secretsIn = ({ body }: Answered): (string | null)[] =>
  body.applications.map(({ clientSecret }: { clientSecret: string | null }) => clientSecret);
const rotate = ({ id, developer: { token } }: RegisteredApplication, body?: object): Promise<Answered> =>
  call(url, `POST /api/developer/applications/${id}/rotate-secret`, { token, body });
const works = async ({ clientId }: RegisteredApplication, clientSecret: string) => {
  const answer = await askToken(url, { grant_type: "client_credentials" }, { basic: { clientId, clientSecret } });
  return answer.status === 200;
};
const reveals = async ({ id }: Developer) => (await product.history(auditStream(id))).map(({ data }) => data);

describe("a client secret", () => {
  it("T11 KY-11 is shown to its owner alone, and for 300 seconds after an authentication", async () => {
    const application = await registerApplication(url);
    const { developer, clientSecret } = application;
    const { token } = developer;
    const fresh = await list(token);
    expect(secretsIn(fresh)).toEqual([clientSecret]);
    expect(fresh.headers.get("cache-control")).toBe("no-store");
    expect(secretsIn(await list((await givenDeveloper(url)).token))).toEqual([]);

    product.advance(301);
    expect(secretsIn(await list(token))).toEqual([null]);

    const body = { currentPassword: developer.password };
    const confirmed = await call(url, "POST /api/auth/step-up", { token, body });
    const headers = marks.header(confirmed);
    const read = () => call(url, "GET /api/developer/applications", { token, headers });
    expect(secretsIn(await askUntilUpToDate(read))).toEqual([clientSecret]);
    expect(secretsIn(await list(await signIn(url, developer)))).toEqual([clientSecret]);
  });

  it("KY-11 T11 is shown only after the log has recorded to whom", async () => {
    const one = await registerApplication(url);
    product.advance(1);
    const other = await registerApplication(url, { developer: one.developer });
    product.advance(1);
    await registerApplication(url, { developer: one.developer, type: "public" });
    const { developer } = one;
    expect(await reveals(developer)).toEqual([]);
    expect(secretsIn(await list(developer.token))).toEqual([one.clientSecret, other.clientSecret, null]);
    const shown = { userId: developer.id, applicationIds: [one.id, other.id] };
    expect(await reveals(developer)).toEqual([shown]);
    await Promise.all([list(developer.token), list(developer.token), list(developer.token)]);
    expect(await reveals(developer)).toEqual([shown, shown, shown, shown]);
    product.advance(301);
    await list(developer.token);
    expect(await reveals(developer)).toHaveLength(4);
    const [event] = await product.history(auditStream(developer.id));
    expect(event).toMatchObject({
      actor: { kind: "user", id: developer.id },
      sessionId: developer.token.split("_")[1],
    });
  });

  it("KY-10 stops working at once when another is made", async () => {
    const application = await registerApplication(url);
    const former = application.clientSecret ?? "";
    expect(await works(application, former)).toBe(true);
    const { status, body } = await rotate(application);
    expect([status, body.application.id]).toEqual([200, application.id]);
    const { clientSecret } = body.application;
    expect([await works(application, former), await works(application, clientSecret)]).toEqual([false, true]);
    expect(secretsIn(await list(application.developer.token))).toEqual([clientSecret]);
  });

  it("KY-10 works for as long as its owner asked for, and at most until the next one is made", async () => {
    const application = await registerApplication(url);
    const former = application.clientSecret ?? "";
    const second = (await rotate(application, { graceSeconds: 60 })).body.application.clientSecret;
    expect([await works(application, former), await works(application, second)]).toEqual([true, true]);
    product.advance(60);
    expect([await works(application, former), await works(application, second)]).toEqual([false, true]);
    const third = (await rotate(application, { graceSeconds: 60 })).body.application.clientSecret;
    const fourth = (await rotate(application)).body.application.clientSecret;
    const worked = await Promise.all([second, third, fourth].map((secret) => works(application, secret)));
    expect(worked).toEqual([false, false, true]);
    for (const graceSeconds of [-1, 86_401, 1.5]) {
      expect((await rotate(application, { graceSeconds })).body.fields).toHaveProperty("graceSeconds");
    }
  });

  it("KY-10 is not made anew by a session that has not proved lately who it is", async () => {
    const application = await registerApplication(url);
    product.advance(301);
    const { status, body } = await rotate(application);
    expect([status, body.code]).toEqual([403, "reauthentication_required"]);
    expect(await works(application, application.clientSecret ?? "")).toBe(true);
  });

  it("KY-09 T11 is in clear in no file, event or log line", async () => {
    const application = await registerApplication(url);
    const second = (await rotate(application)).body.application.clientSecret;
    await list(application.developer.token);
    await works(application, second);
    const secrets = [application.clientSecret ?? "", second];
    const bare = secrets.map((secret) => secret.replace("atcs_", ""));
    const stored = (await storedEvents(product)).map(({ data, metadata }) => `${data} ${metadata}`).join("\n");
    expect(stored).toContain(applicationStream(application.id).replace("application-", ""));
    for (const text of [stored, product.output()]) expect(bare.filter((secret) => text.includes(secret))).toEqual([]);
    expect([...inClear(product.dataDir, { secrets: bare, personal: [] })]).toEqual([]);
  });
});

describe("with CLIENT_SECRET_DISPLAY=once", () => {
  it("T11 a secret is shown when it is made, and is kept in no form that could be shown again", async () => {
    const once = await startInProcess({ CLIENT_SECRET_DISPLAY: "once" });
    try {
      const application = await registerApplication(once.url);
      const { developer, clientSecret } = application;
      expect(clientSecret).toMatch(/^atcs_/);
      const asking = { token: developer.token, headers: await knowingAll(once) };
      const { body } = await askUntilUpToDate(() => call(once.url, "GET /api/developer/applications", asking));
      expect(body.applications).toMatchObject([{ id: application.id, clientSecret: null }]);
      const [registered] = await once.history(applicationStream(application.id));
      expect(registered?.data).toMatchObject({ clientSecret: { encrypted: null } });
      expect(await once.history(auditStream(developer.id))).toEqual([]);
      const basic = { clientId: application.id, clientSecret };
      expect((await askToken(once.url, { grant_type: "client_credentials" }, { basic })).status).toBe(200);
    } finally {
      await once.remove();
    }
  });
});
