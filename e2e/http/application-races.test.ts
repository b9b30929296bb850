import { applicationStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { sharedProduct } from "../shared-product.ts";
import { redirectUri, registerApplication } from "./applications.ts";
import { call } from "./client.ts";

it("RC-13 stores each of fifty simultaneous changes of an application that it accepted", async () => {
  const product = await sharedProduct();
  const { id, developer } = await registerApplication(product.url);
  const names = Array.from({ length: 50 }, (_, n) => `Ledger ${n}`);
  const change = (name: string) =>
    call(product.url, `PUT /api/developer/applications/${id}`, {
      token: developer.token,
      body: { name, redirectUris: [redirectUri] },
    });

  const answers = await Promise.all(names.map(async (name) => ({ ...(await change(name)), name })));

  for (const { status, body } of answers) expect([200, 409], JSON.stringify(body)).toContain(status);
  const accepted = answers.filter(({ status }) => status === 200).map(({ name }) => name);
  const events = await product.history(applicationStream(id));
  const stored = events.flatMap(({ type, data }) => (type === "ApplicationChanged" ? [data.name] : []));
  expect(accepted.length).toBeGreaterThan(0);
  expect(stored.toSorted()).toEqual(accepted.toSorted());
});
