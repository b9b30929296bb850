import type { AccountSecuring } from "@attestory/command-api/recovery/secure-schema.ts";
import type { Protection } from "@attestory/query-api/account/schema.ts";

export type Part = keyof AccountSecuring;

/** A part that ends takes the others with it: the service refuses the one without the other. */
const takenAlong: Readonly<Record<Part, readonly Part[]>> = {
  password: ["sessions", "trustedBrowsers"],
  sessions: ["trustedBrowsers"],
  consents: ["sessions", "trustedBrowsers"],
  apiKeys: [],
  hardwareKeys: ["trustedBrowsers"],
  twoFactor: ["trustedBrowsers"],
  trustedBrowsers: [],
};

export const everyPart: AccountSecuring = {
  password: true,
  sessions: true,
  consents: true,
  apiKeys: true,
  hardwareKeys: true,
  twoFactor: true,
  trustedBrowsers: true,
};

const parts = Object.keys(everyPart) as Part[];

/** With the part chosen, and what it takes along; or without it, and without what would take it along. */
export function choose(chosen: AccountSecuring, part: Part, ends: boolean): AccountSecuring {
  const next = { ...chosen };
  const changed = ends ? takenAlong[part] : parts.filter((other) => takenAlong[other].includes(part));
  for (const each of [part, ...changed]) next[each] = ends;
  return next;
}

const linked = "an email has a link to set a new one";
const notLinked = "no link to set a new one, because the account is deactivated";

const counted = (count: number, one: string, many: string): string => {
  if (count === 0) return `no ${many}`;
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
};

/** Whose account is secured. `isOwn`: the session that asks is not counted, and stays. */
export type Whose = { isOwn: boolean; isActive: boolean };

/** Whether the email has a link that sets a password: one does where no password is left, but not for a deactivated account. */
export const sendsLink = (chosen: AccountSecuring, had: Protection, { isActive }: Whose): boolean =>
  isActive && (chosen.password || (!had.hasPassword && chosen.hardwareKeys));

/** Each part with what the account has of it. */
export function partsOf(
  had: Protection,
  { isOwn, isActive }: Whose,
): readonly (readonly [part: Part, label: string])[] {
  const session = isOwn ? ["other session", "other sessions"] : ["session", "sessions"];
  const app = had.twoFactorEnabled ? "1 app" : "no app";
  return [
    ["password", `Password: ${had.hasPassword ? "ends" : "none"}; ${isActive ? linked : notLinked}`],
    [
      "sessions",
      `Sessions: ${counted(had.sessions, session[0] ?? "", session[1] ?? "")}, and the tokens of applications`,
    ],
    ["consents", `Consents: ${counted(had.consents, "application", "applications")}; consent is asked for again`],
    ["hardwareKeys", `Hardware keys and passkeys: ${counted(had.hardwareKeys, "key", "keys")}`],
    ["twoFactor", `Authenticator app and recovery codes: ${app}, ${counted(had.recoveryCodes, "code", "codes")}`],
    ["trustedBrowsers", `Trusted browsers: ${counted(had.trustedBrowsers, "browser", "browsers")}`],
    ["apiKeys", `API keys: ${counted(had.apiKeys, "key", "keys")}`],
  ];
}
