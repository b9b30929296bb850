import { problem } from "@attestory/http/routing/problem.ts";

export const apiChanged = problem(
  409,
  "api_changed",
  "The API changed what it lets this application do while you were reading. Read it again.",
);
