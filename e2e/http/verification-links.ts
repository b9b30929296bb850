import { type Answered, call, emailTo, givenUnverifiedUser, type Person, tokenIn } from "./client.ts";

/** An unverified user, the token of the registration, and the token in the email's link. */
export type Unverified = Person & { id: string; token: string; link: string };

export async function givenUserWithLink(url: string): Promise<Unverified> {
  const user = await givenUnverifiedUser(url);
  return { ...user, link: tokenIn(await emailTo(url, user.email, "Verify")) };
}

export const openLink = (url: string, query: string): Promise<Answered> =>
  call(url, `GET /api/auth/verify-email${query}`);

export const signInStatus = async (url: string, { email, password }: Person): Promise<number> =>
  (await call(url, "POST /api/auth/login", { body: { email, password } })).status;
