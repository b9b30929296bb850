import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import { expect, it } from "vitest";
import { juniperMail } from "../../testing/juniper-mail.ts";
import { emailFor } from "../emails.ts";

const userId = "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701";

const textOf = (said: { ended: SecuredPart[]; keptSession?: string; sendsLink?: boolean }) => {
  const data = { userId, causeId: "securing", keptSession: null, sendsLink: false, ...said };
  const email = emailFor(
    recorded({ type: "AccountSecured", data }, { actor: { kind: "user", id: userId } }),
    juniperMail,
  );
  return email?.text;
};

it("D17 says of the session that asked that it stays", () => {
  expect(textOf({ ended: ["sessions"], keptSession: "session" })).toContain(
    "every session but the one that asked for it",
  );
  expect(textOf({ ended: ["sessions"] })).toContain("every session and");
  expect(textOf({ ended: ["apiKeys"], keptSession: "session" })).not.toContain("session");
});

it("D17 says how to get a password once a deactivated account is active again", () => {
  expect(textOf({ ended: ["password"] })).toContain("was deactivated then");
  expect(textOf({ ended: ["password"], sendsLink: true })).not.toContain("was deactivated");
  expect(textOf({ ended: ["apiKeys"] })).not.toContain("was deactivated");
});
