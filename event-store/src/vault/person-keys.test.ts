import { randomUUID } from "node:crypto";
import type { NewEvent } from "@attestory/events/catalogue.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { newEvent } from "../testing/new-event.ts";
import { scratchServiceOfFile } from "../testing/scratch-scenes.ts";
import { PersonKeyMissing } from "./keyring.ts";

const service = scratchServiceOfFile();

const registered = (userId: string): NewEvent => {
  const data = { userId, email: "a@example.org", username: "a", passwordHash: "x", firstName: null, lastName: null };
  return newEvent({ type: "UserRegistered", data }, { person: userId });
};

it("B1 creates a person's key only with the first event of the person's stream", async () => {
  const [newcomer, other] = [randomUUID(), randomUUID()];
  const events = [registered(newcomer)];
  const first = { isFirst: true };
  await expect(service.sealing.seal(userStream(newcomer), events)).rejects.toBeInstanceOf(PersonKeyMissing);
  await expect(service.sealing.seal(userStream(other), events, first)).rejects.toBeInstanceOf(PersonKeyMissing);
  await service.sealing.seal(userStream(newcomer), events, first);
  await service.sealing.seal(userStream(newcomer), events);
});
