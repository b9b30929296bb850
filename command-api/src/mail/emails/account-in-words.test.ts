import { expect, it } from "vitest";
import { accountInWords } from "./account-in-words.ts";

const address = "ada+home@example.com";

it("U16 names the account by its username", () => {
  expect(accountInWords("juniper_ash-1985", address)).toBe("juniper_ash-1985");
});

it.each(["evil.example", "www.evil", "0900-123456", "call_0800_77_77"])(
  "U16 EV-08 does not show %s, of which a mail program might make a link, but what reveals little of the address",
  (username) => {
    expect(accountInWords(username, address)).toBe("a…@example.com");
    expect(accountInWords(username, null)).toBeNull();
  },
);
