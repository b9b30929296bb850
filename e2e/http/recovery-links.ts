import { type Answered, call, emailTo } from "./client.ts";

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

export const resetLink = { page: "reset-password", subject: "Set a new password" };
export const resetTokenTo = (url: string, email: string): Promise<string> => linkTokenTo(url, email, resetLink);
