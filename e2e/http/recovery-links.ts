import { expect } from "vitest";
import { type Answered, call, emailTo, newPerson, type Person, signIn } from "./client.ts";

export const newPassword = "a lake of green paper";

export const forgotPassword = (url: string, email: string, headers = {}): Promise<Answered> =>
  call(url, "POST /api/auth/forgot-password", { body: { email }, headers });

/** `passwords`: the new one and its confirmation, where they matter. */
export const resetPassword = (url: string, token: unknown, passwords: object = {}): Promise<Answered> =>
  call(url, "POST /api/auth/reset-password", {
    body: { token, newPassword, confirmPassword: newPassword, ...passwords },
  });

/** The token of the newest link of this kind that was sent to an address. */
export async function linkTokenTo(
  url: string,
  email: string,
  { page, subject }: { page: string; subject: string },
): Promise<string> {
  const { text } = await emailTo(url, email, subject);
  const token = new RegExp(`/${page}\\?token=([A-Za-z0-9_-]+)`).exec(text)?.[1];
  if (!token) throw new Error(`the email has no link to /${page}`);
  return token;
}

/** The refusal of a link that was used before, or is too old. */
export const invalidLink = {
  code: "invalid_token",
  message: expect.stringContaining("This link was used already or has expired"),
};

export const resetLink = { page: "reset-password", subject: "Set a new password" };
export const resetTokenTo = (url: string, email: string): Promise<string> => linkTokenTo(url, email, resetLink);

/** Sets a new password by the link of the newest email, and signs in. */
export async function recover(url: string, owner: Person): Promise<Person & { token: string }> {
  expectStatus(200, await resetPassword(url, await resetTokenTo(url, owner.email)));
  const recovered = { ...owner, password: newPassword };
  return { ...recovered, token: await signIn(url, recovered) };
}

/** Follows the link "This wasn't me". */
export const disown = (url: string, token: unknown): Promise<Answered> =>
  call(url, "POST /api/auth/not-me", { body: { token } });

export const requestEmail = (url: string, { token }: { token: string }, newEmail: string): Promise<Answered> =>
  call(url, "PUT /api/user/email", { token, body: { newEmail } });
export const confirmEmail = (url: string, token: unknown): Promise<Answered> =>
  call(url, "POST /api/auth/confirm-email", { body: { token } });
export const undoEmail = (url: string, token: unknown): Promise<Answered> =>
  call(url, "POST /api/auth/undo-email", { body: { token } });

export const confirmTokenTo = (url: string, email: string): Promise<string> =>
  linkTokenTo(url, email, { page: "confirm-email", subject: "Confirm your new email address" });
export const undoTokenTo = (url: string, email: string): Promise<string> =>
  linkTokenTo(url, email, { page: "undo-email", subject: "Your email address was changed" });

export const newAddress = (): string => newPerson().email;

/** Asks for another address, and returns it with the token of the email to it. */
export async function givenEmailRequest(
  url: string,
  owner: { token: string },
  email = newAddress(),
): Promise<{ email: string; token: string }> {
  expectStatus(200, await requestEmail(url, owner, email));
  return { email, token: await confirmTokenTo(url, email) };
}

/** Changes the address, and returns the new one. */
export async function givenEmailChange(url: string, owner: { token: string }): Promise<string> {
  const { email, token } = await givenEmailRequest(url, owner);
  expectStatus(200, await confirmEmail(url, token));
  return email;
}

function expectStatus(expected: number, { status, body }: Answered): void {
  if (status !== expected)
    throw new Error(`answered ${status} where ${expected} was expected: ${JSON.stringify(body)}`);
}
