import { type Session, session } from "./schema.ts";

/** The part of a session that says how it was started. */
export const startOfSession = session.pick({ method: true, secondFactor: true });

const beside: Readonly<Record<NonNullable<Session["secondFactor"]>, string>> = {
  totp: "and a code",
  "recovery-code": "and a recovery code",
  "hardware-key": "and a hardware key",
  "trusted-device": "in a trusted browser",
  "email-code": "and an emailed code",
};

const methods: Readonly<Record<Session["method"], string>> = {
  password: "a password",
  passkey: "a passkey",
  registration: "a new account",
  link: "a link from an operator",
};

/** "a password and a code": how a session was started. */
export const signedInWith = ({ method, secondFactor }: Pick<Session, "method" | "secondFactor">): string =>
  secondFactor === null ? methods[method] : `${methods[method]} ${beside[secondFactor]}`;
