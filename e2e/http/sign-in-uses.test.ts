import { expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { registerApplication } from "./applications.ts";
import { givenVisitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { givenCode, newVerifier } from "./grants.ts";
import { consentToPushed, openPushed, pushed } from "./pushed-calls.ts";

const product = sharedProductScene();

it("shows the owner of an application what its last sign-ins used", async () => {
  const { url } = product;
  const application = await registerApplication(url);
  const { developer } = application;
  const used = async () => {
    const { body } = await call(url, `GET /api/developer/applications/${application.id}/requests`, developer);
    return [body.couldUsePkce, body.signIns];
  };
  await expect.poll(used, { timeout: 20_000 }).toEqual([false, { count: 0, withPkce: 0, pushed: 0 }]);

  const parties = { url, user: developer, application };
  await givenCode(parties, { verifier: newVerifier() });
  const visitor = await givenVisitor(url);
  const uri = await pushed(url, application);
  await openPushed(visitor, uri, application);
  await consentToPushed(visitor, uri, application);
  await expect.poll(used, { timeout: 20_000 }).toEqual([true, { count: 2, withPkce: 1, pushed: 1 }]);
});
