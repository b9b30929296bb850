import type { StoredEvent } from "@attestory/events/envelope.ts";
import { describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { type Answered, call, newPerson, register } from "./client.ts";
import { when } from "./stored-log.ts";

const stack = sharedProductScene();

const sendRegistration = (username: unknown) =>
  call(stack.url, "POST /api/auth/register", { body: { ...newPerson(), username } });
const typesOf = (events: readonly StoredEvent[]) => events.map(({ type }) => type);

describe("usernames", () => {
  it("AU-08 AU-13 are kept as entered and compared in lower case", async () => {
    const name = `Ada.Lovelace_${crypto.randomUUID().slice(0, 8)}`;

    const { user } = await register(stack.url, newPerson({ username: name }));

    expect(user.username).toBe(name);
    for (const username of [name, name.toLowerCase(), name.toUpperCase(), name.replace("Ada", "aDA")]) {
      const { response, events } = await when(stack, () => sendRegistration(username));
      const answer = [response.status, response.body.code];
      expect({ username, answer }).toEqual({ username, answer: [409, "username_taken"] });
      expect(typesOf(events)).not.toContain("UserRegistered");
    }
    for (const username of [name.replace(".", "-"), name.replace(".", ""), `${name}.`]) {
      const { response, events } = await when(stack, () => sendRegistration(username));
      expect({ username, status: response.status }).toEqual({ username, status: 201 });
      expect(typesOf(events)).toContain("UserRegistered");
    }
  });

  it.each([
    ...[
      "admin",
      "administrator",
      "root",
      "support",
      "api",
      "oauth",
      "openid",
      "attestory",
      "security",
      "system",
      "staff",
    ],
    ...[
      "me",
      "login",
      "logout",
      "register",
      "signup",
      "settings",
      "dashboard",
      "developer",
      "owner",
      "operator",
      "official",
    ],
    ...["abuse", "postmaster", "hostmaster", "webmaster", "noreply", "no-reply", "mail", "www", "well-known", "help"],
    ...[
      "null",
      "undefined",
      "test",
      "user",
      "users",
      "account",
      "auth",
      "moderator",
      "team",
      "status",
      "privacy",
      "legal",
    ],
  ])("AU-13 rejects the reserved name %s and its look-alikes", async (name) => {
    const alike = [
      name.toUpperCase(),
      name.replaceAll("o", "0"),
      name.replaceAll("i", "1"),
      name.replaceAll("i", "l"),
      name.replaceAll("l", "1"),
      name.replaceAll("l", "I"),
      [...name].join("."),
      `_${name}_`,
      `-${name}`,
    ];
    const usernames = [...new Set([name, ...alike])];

    const { response: answers, events } = await when(stack, async () => {
      const received: Answered[] = [];
      for (const username of usernames) received.push(await sendRegistration(username));
      return received;
    });

    for (const [n, username] of usernames.entries()) {
      const answer = [answers[n]?.status, answers[n]?.body.code];
      const expected = username.length < 3 ? [400, "invalid_fields"] : [409, "username_taken"];
      expect({ username, answer }).toEqual({ username, answer: expected });
    }
    expect(events).toEqual([]);
  });

  it.each([
    ["2 characters", "ab"],
    ["33 characters", "a".repeat(33)],
    ["100 kB of them", "a".repeat(90_000)],
    ["a blank", "ada lovelace"],
    ["a blank before it", " adalovelace"],
    ["a line break after it", "adalovelace\n"],
    ["NUL", "ada\u0000lovelace"],
    ["an at sign", "ada@lovelace"],
    ["a slash", "ada/lovelace"],
    ["markup", "<b>ada</b>"],
    ["a quote", "ada'lovelace"],
    ["a colon", "ada:lovelace"],
    ["a plus", "ada+lovelace"],
    ["Cyrillic letters", "\u0430dmin"],
    ["the Kelvin sign", "\u212Aelvin"],
    ["a Turkish İ", "adm\u0130n"],
    ["a Turkish ı", "adm\u0131n"],
    ["a long s", "u\u017Fer"],
    ["full-width letters", "ａｄｍｉｎ"],
    ["a combining mark", "adm\u0069\u0301n"],
    ["an accent", "adélaïde"],
    ["a zero-width joiner", "ad\u200dmin"],
    ["a soft hyphen", "ad\u00admin"],
    ["a direction override", "ada\u202elovelace"],
    ["an emoji", "ada\u{1f600}"],
  ])("AU-13 rejects %s", async (_, username) => {
    const { response, events } = await when(stack, () => sendRegistration(username));

    const { status, body } = response;
    expect([status, body.code]).toEqual([400, "invalid_fields"]);
    expect(body.fields).toEqual({ username: "Use 3 to 32 letters, digits, dots, dashes or underscores" });
    expect(events).toEqual([]);
  });

  it.each(["abc", "A.b-c_9", "a".repeat(32), "007", "..."])("AU-13 accepts %s", async (start) => {
    const rest = start.length === 32 ? crypto.randomUUID().slice(0, 8) : "";
    const username = start.slice(rest.length) + rest;

    const { response, events } = await when(stack, () => sendRegistration(username));

    expect([response.status, response.body.user?.username]).toEqual([201, username]);
    expect(typesOf(events)).toContain("UserRegistered");
  });
});
