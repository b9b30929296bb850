import { changeEmail } from "./change-email.ts";
import type { EmailTable } from "./email-context.ts";

const roles = { isAdmin: "admin", isDeveloper: "developer", isPro: "pro" } as const;

export const accountEmails: EmailTable = {
  UsernameChanged: {
    kind: "username-changed",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "Your username was changed",
        happened: (time) => `The username of your Attestory account was changed on ${time}.`,
      }),
  },
  RolesChanged: {
    kind: "roles-changed",
    compose: (event, context) =>
      changeEmail(event, context, {
        subject: "Your roles were changed",
        happened: (time) => `The roles of your Attestory account were changed on ${time}.`,
        consequence: `Roles now: ${rolesOf(event.data)}.`,
      }),
  },
};

const rolesOf = (data: Record<keyof typeof roles, boolean>): string => {
  const held = (["isAdmin", "isDeveloper", "isPro"] as const).filter((role) => data[role]);
  return held.length === 0 ? "none" : held.map((role) => roles[role]).join(", ");
};
