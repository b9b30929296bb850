import { userAnswer } from "@attestory/http/routing/user-answer.ts";
import { me } from "../api-schema.ts";
import { route } from "../query-route.ts";

export const accountRoutes = () => [
  route({
    method: "get",
    path: "/api/auth/me",
    summary: "Who is signed in",
    access: "pending",
    answers: { 200: me },
    handle: async ({ principal }) => ({ status: 200, body: { user: userAnswer(principal.user) } }),
  }),
];
