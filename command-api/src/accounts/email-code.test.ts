import { randomUUID } from "node:crypto";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { expect, it } from "vitest";
import { emailCode } from "./email-code.ts";

const service = scratchServiceOfFile();

it("AU-16 each request has a code of eight digits of its own, the same whenever it is derived", () => {
  const userId = randomUUID();
  const requests = Array.from({ length: 200 }, () => ({ userId, eventId: randomUUID() }));
  const codes = requests.map((request) => emailCode(service.keyring, request));
  for (const code of codes) expect(code).toMatch(/^\d{8}$/);
  expect(new Set(codes).size).toBeGreaterThan(195);
  expect(requests.map((request) => emailCode(service.keyring, request))).toEqual(codes);
});
