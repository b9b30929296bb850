import { randomUUID } from "node:crypto";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { emailCode } from "./email-code.ts";

let service: ScratchService;
beforeAll(async () => {
  service = await openScratchService();
});
afterAll(() => service.close());

it("AU-16 each request has a code of eight digits of its own, the same whenever it is derived", () => {
  const userId = randomUUID();
  const requests = Array.from({ length: 200 }, () => ({ userId, eventId: randomUUID() }));
  const codes = requests.map((request) => emailCode(service.keyring, request));
  for (const code of codes) expect(code).toMatch(/^\d{8}$/);
  expect(new Set(codes).size).toBeGreaterThan(195);
  expect(requests.map((request) => emailCode(service.keyring, request))).toEqual(codes);
});
