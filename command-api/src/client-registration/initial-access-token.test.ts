import type { ClientRegistrationEvent } from "@attestory/events/client-registration-events.ts";
import { describe, it } from "vitest";
import { given } from "../testing/given-when-then.ts";
import { type InitialAccessTokenCommand, initialAccessToken } from "./initial-access-token.ts";

const tokenId = "6c1d8b2f-4e53-4a97-9b28-ad3f7e5a2c41";
const [one, two] = ["7d1f3c52-0b6e-4a27-9c84-1e5f60718293", "1b5a0e6f-53f5-4a3c-8f0e-3f7c0a0c9b11"] as const;
const expiresAt = new Date("2026-03-09T10:00:00.000Z");
const lastMoment = new Date(expiresAt.getTime() - 1);
const facts = { tokenId, label: "Build server", adminTerm: 1, apiKeyEpoch: 0, uses: 1 };
const made: ClientRegistrationEvent = {
  type: "InitialAccessTokenMade",
  data: { ...facts, expiresAt: expiresAt.toISOString() },
};
const used = (applicationId: string): ClientRegistrationEvent => ({
  type: "InitialAccessTokenUsed",
  data: { tokenId, applicationId },
});
const revoked: ClientRegistrationEvent = { type: "InitialAccessTokenRevoked", data: { tokenId } };
const make: InitialAccessTokenCommand = { type: "make", ...facts, expiresAt };
const use = (applicationId: string, now = lastMoment): InitialAccessTokenCommand => ({
  type: "use",
  applicationId,
  now,
});
const past = given(initialAccessToken);

describe("an initial access token", () => {
  it("is made once", () => {
    past().when(make).gives(made);
    past(made).when(make).refuses("made-already");
  });

  it("DR-02 registers no more applications than it has uses", () => {
    past(made).when(use(one)).gives(used(one));
    past(made, used(one)).when(use(two)).refuses("invalid-initial-token");
  });

  it("DR-02 registers none from its end on, once revoked, or without having been made", () => {
    past(made).when(use(one, expiresAt)).refuses("invalid-initial-token");
    past(made, revoked).when(use(one)).refuses("invalid-initial-token");
    past().when(use(one)).refuses("invalid-initial-token");
  });

  it("is revoked once, also if it is used up", () => {
    past(made, used(one)).when({ type: "revoke" }).gives(revoked);
    past(made, revoked).when({ type: "revoke" }).gives();
    past().when({ type: "revoke" }).refuses("no-such-initial-token");
  });
});
