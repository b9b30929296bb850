import { attemptsStream } from "@attestory/events/envelope.ts";
import type { InProcess } from "../start-in-process.ts";
import { type Answered, call, emailsTo, emailTo, type Person } from "./client.ts";
import { login, wrongPassword } from "./limited.ts";

/** One wrong password for each wait, the last of which leads to the longest one. Moves the product's clock. */
export async function lock(product: InProcess, person: Person): Promise<void> {
  for (let n = 0; n < 16; n++) {
    product.advance(900);
    await guessAt(product, person, `10.20.${n}.1`);
  }
}

export const guessAt = ({ url }: { url: string }, person: Person, address: string): Promise<Answered> =>
  login(url, { ...person, password: wrongPassword }, { address });

const subject = "Someone is trying to sign in";

/** The token of the newest unlock link that was sent to an address. */
export async function unlockTokenTo({ url }: { url: string }, { email }: Pick<Person, "email">): Promise<string> {
  const { text } = await emailTo(url, email, subject);
  const token = /\/unlock\?token=([A-Za-z0-9_-]+)/.exec(text)?.[1];
  if (!token) throw new Error("the email has no unlock link");
  return token;
}

export async function countUnlockEmails({ url }: { url: string }, { email }: Person): Promise<number> {
  return (await emailsTo(url, email)).filter((one) => one.subject.includes(subject)).length;
}

export const unlock = ({ url }: { url: string }, token: unknown, headers = {}): Promise<Answered> =>
  call(url, "POST /api/auth/unlock", { body: { token }, headers });

/** Offers a link without any attempts, and returns the token of the email. */
export async function givenUnlockLink(
  product: Pick<InProcess, "url" | "happened">,
  { id, email }: { id: string; email: string },
  said: { recordedAt?: Date } = {},
): Promise<string> {
  const event = { type: "UnlockOffered", data: { userId: id } } as const;
  await product.happened(attemptsStream(id), event, { person: id, ...said });
  return unlockTokenTo(product, { email });
}
