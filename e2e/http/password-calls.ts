import { type Answered, call, newPerson } from "./client.ts";

export const signInWith = (url: string, email: string, password: string): Promise<Answered> =>
  call(url, "POST /api/auth/login", { body: { email, password } });

/** Registers a new person. */
export const registerWith = (url: string, password: string): Promise<Answered> =>
  call(url, "POST /api/auth/register", { body: { ...newPerson(), password } });

/** Confirms the new password as it is. */
export const changePassword = (
  url: string,
  { token, from, to }: { token: string; from: string; to: string },
): Promise<Answered> =>
  call(url, "PUT /api/user/password", {
    token,
    body: { currentPassword: from, newPassword: to, confirmPassword: to },
  });
