import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { startMailServer } from "../stand-ins/mail-server.ts";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { newPerson, register, signIn } from "./client.ts";
import { invite } from "./joining-calls.ts";

/** An admin whose emails this test does not read. */
async function givenAdminHere({ url, happened }: InProcess): Promise<{ token: string }> {
  const person = newPerson();
  const { id: userId } = (await register(url, person)).user;
  await happened(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });
  const roles = { isAdmin: true, isDeveloper: false, isPro: false };
  await happened(userStream(userId), { type: "RolesChanged", data: { userId, ...roles } });
  return { token: await signIn(url, person) };
}

it("JO-05 sends an invitation for one address to it through the mail server, and no other invitation", async () => {
  const mail = await startMailServer();
  const product = await startInProcess({ SMTP_URL: mail.url, MAIL_FROM: "accounts@id.example.com" });
  const admin = await givenAdminHere(product);
  const { email } = newPerson();
  const sentTo = () =>
    mail.received.filter(({ raw }) => raw.includes("Subject: You are invited")).flatMap(({ to }) => to);

  const open = await invite(product.url, admin);
  const addressed = await invite(product.url, admin, { email });

  expect([open, addressed].map(({ body }) => body.invitation.isEmailed)).toEqual([false, true]);
  await expect.poll(sentTo).toEqual([email]);
  await product.remove();
  await mail.close();
});
