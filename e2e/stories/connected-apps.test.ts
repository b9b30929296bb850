import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { applicationStream, consentStream } from "@attestory/events/envelope.ts";
import { sampleApplication } from "@attestory/events/testing/sample-application.ts";
import { givenAdmin } from "../http/admins.ts";
import { registerApplication } from "../http/applications.ts";
import { answerIn, givenVisitor, requestOf } from "../http/authorizations.ts";
import { call } from "../http/client.ts";
import type { SharedProduct } from "../shared-product.ts";
import { enter } from "./screens/resting.ts";
import { story } from "./story.ts";
import { toast } from "./visitor.ts";

/** The user allowed an application of this name, as the consent screen records it. */
async function allowed({ happened }: Pick<SharedProduct, "happened">, userId: string, name: string): Promise<void> {
  const applicationId = randomUUID();
  const settings = sampleApplication({ applicationId, name });
  const registered = {
    ...settings,
    ownerId: randomUUID(),
    kind: "public" as const,
    clientSecret: null,
    documentUrl: null,
  };
  await happened(applicationStream(applicationId), { type: "ApplicationRegistered", data: registered });
  const data = { userId, applicationId, scopes: ["openid"], applicationName: name, apis: [], isNew: true };
  await happened(consentStream(data), { type: "ConsentGranted", data });
}

story("shows a trusted application, says what revoking it means, and pages", async ({ visit, stack, expect }) => {
  const visitor = await givenVisitor(stack.url);
  const person = visitor.person as NonNullable<typeof visitor.person>;
  await allowed(stack, person.id, "Sample 0");
  // Only what was allowed in another millisecond is surely older.
  await wait(2);
  for (let number = 1; number < 50; number++) await allowed(stack, person.id, `Sample ${number}`);
  const trusted = await registerApplication(stack.url, { name: "Sample Intranet" });
  const { token } = await givenAdmin(stack);
  const decided = await call(stack.url, `PUT /api/admin/applications/${trusted.id}/trust`, {
    token,
    body: { trusted: true },
  });
  expect(decided.status).toBe(200);
  const signedIn = await visitor.authorize(requestOf(trusted));
  expect(answerIn(signedIn.headers.get("location"))).toHaveProperty("code");

  const { page } = await visit({ token: person.token });
  await enter(page, "/dashboard");
  const intranet = page.getByRole("listitem").filter({ hasText: "Sample Intranet" });
  await intranet.getByText("The operator trusts it, so it does not ask you.").waitFor();
  await page.getByText("Sample 1", { exact: true }).waitFor();
  expect(await page.getByText("Sample 0", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Load more connected applications" }).click();
  await page.getByText("Sample 0", { exact: true }).waitFor();

  await intranet.getByRole("button", { name: "Revoke the access of Sample Intranet" }).click();
  const question = page.getByRole("alertdialog", { name: "Revoke access of Sample Intranet?" });
  await question.getByText("when you sign in to it again, it gets access without asking").waitFor();
  await question.getByRole("button", { name: "Revoke" }).click();

  await toast(page, "Access revoked").waitFor();
  await page.getByRole("heading", { name: "Sample Intranet" }).waitFor({ state: "detached" });
  await page.getByText("Sample 0", { exact: true }).waitFor();
});
