import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { expect, it } from "vitest";
import { systemContext } from "../handling/command-context.ts";
import { createCommandHandler } from "../handling/command-handler.ts";
import { beginDeviceRequest } from "./begin-device-request.ts";
import { newUserCode, shownUserCode, typedUserCode } from "./user-code.ts";

const service = scratchServiceOfFile();

it("DF-05 reads a code however it is typed", () => {
  for (const typed of ["BDFHKMPR", "bdfh-kmpr", " b d f h k m p r ", "BDFH–KMPR", "--bdfhkmpr\n"]) {
    expect([typed, typedUserCode(typed)]).toEqual([typed, "BDFHKMPR"]);
  }
  for (const typed of ["", "BDFHKMP", "BDFHKMPRS", "ADFHKMPR", "BDFHKMP1", "BDFH_KMPR", "ＢDFHKMPR"]) {
    expect([typed, typedUserCode(typed)]).toEqual([typed, null]);
  }
});

it("DF-05 draws codes of every letter in every place", () => {
  const codes = Array.from({ length: 2000 }, newUserCode);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(typedUserCode(shownUserCode(code))).toBe(code);
  for (let place = 0; place < 8; place++) expect(new Set(codes.map((code) => code[place])).size).toBe(20);
});

it("DF-15 draws another code where one is taken", async () => {
  const commandHandler = createCommandHandler(service.log, service.sealing, { guards: {} });
  const hmac = (...parts: string[]) => service.keyring.hmac("link key", ...parts);
  const drawn = ["BBBBBBBB", "BBBBBBBB", "CCCCCCCC"];
  const parts = { commandHandler, hmac, issuer: "https://id.example", newCode: () => drawn.shift() ?? "" };
  const asked = { applicationId: "7d1f3c52-0b6e-4a27-9c84-1e5f60718293", scopes: ["openid"], resource: null };
  const begin = () => beginDeviceRequest(parts, asked, systemContext("test", new Date()));
  expect(await begin()).toMatchObject({ user_code: "BBBB-BBBB", verification_uri: "https://id.example/device" });
  expect(await begin()).toMatchObject({ user_code: "CCCC-CCCC" });
});
