import { signedIn } from "@attestory/command-api/sign-in/schema.ts";
import { sampleUser } from "@attestory/http/testing/sample-user.ts";
import { expect, it } from "vitest";
import { z } from "zod";
import { answerIn } from "./answer.ts";

const user = sampleUser();

it("accepts an answer with unknown fields, at any depth", () => {
  const answer = { token: "t", user: { ...user, isNew: true }, since: "today" };
  expect(answerIn(signedIn, JSON.stringify(answer))).toMatchObject({ token: "t", user });
  expect(answerIn(signedIn, JSON.stringify({ token: "t", user }))).toEqual({ token: "t", user });
});

it("refuses an answer with missing or wrong fields, or without JSON", () => {
  for (const answer of [{ token: "t", isNew: true }, { token: 1, user }, [], null]) {
    expect(() => answerIn(signedIn, JSON.stringify(answer))).toThrow(z.ZodError);
  }
  expect(() => answerIn(signedIn, "<h1>Bad Gateway</h1>")).toThrow(SyntaxError);
});
