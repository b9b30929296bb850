import { recorded } from "@attestory/event-store/testing/recorded.ts";
import type { AttestoryEvent } from "@attestory/events/catalogue.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { expect, it } from "vitest";
import { folded } from "../testing/given-when-then.ts";
import { signInUses } from "./sign-in-uses.ts";

const sampleOf = <Type extends AttestoryEvent["type"]>(type: Type) => {
  const sample = sampleEvents().find(({ event }) => event.type === type)?.event;
  if (sample?.type !== type) throw new Error("no sample");
  return sample as Extract<AttestoryEvent, { type: Type }>;
};
const issuing = sampleOf("AuthorizationCodeIssued");
const { applicationId, authorizationId } = issuing.data;

const issued = (said: Partial<(typeof issuing)["data"]>) =>
  recorded({ type: issuing.type, data: { ...issuing.data, codeChallenge: null, ...said } });
const pushed = (of: string) =>
  recorded({
    type: "PushedRequestUsed",
    data: { ...sampleOf("PushedRequestUsed").data, applicationId, authorizationId: of },
  });
const codeChallenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const plain = { withPkce: false, isPushed: false };

it("T19 knows which of an application's last sign-ins used PKCE, and which were pushed", () => {
  const uses = [issued({}), pushed(authorizationId), issued({ codeChallenge })];
  expect(folded(signInUses, uses)).toEqual({ signIns: [{ withPkce: true, isPushed: true }, plain], pushed: [] });
});

it("takes no sign-in for pushed whose pushed request was refused", () => {
  const refused = "5f0c7b3e-6f6a-4b7f-9a53-9d9a27f0c001";
  expect(folded(signInUses, [pushed(refused), issued({})])).toEqual({ signIns: [plain], pushed: [refused] });
});

it("counts no device, and remembers the last twenty", () => {
  expect(folded(signInUses, [issued({ redirectUri: null })])).toBeNull();
  const many = Array.from({ length: 25 }, () => [pushed(authorizationId), issued({ codeChallenge })]).flat();
  expect(folded(signInUses, [issued({}), ...many, pushed("of-a-refusal")])).toEqual({
    signIns: Array.from({ length: 20 }, () => ({ withPkce: true, isPushed: true })),
    pushed: ["of-a-refusal"],
  });
});
