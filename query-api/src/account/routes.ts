import type { User } from "@attestory/http/routing/answers.ts";
import { me } from "../api-schema.ts";
import { type NamedUser, route } from "../query-route.ts";

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

const userAnswer = (user: NamedUser): User => ({
  id: user.id,
  username: user.username,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  isAdmin: user.isAdmin,
  isDeveloper: user.isDeveloper,
  isPro: user.isPro,
  isActive: user.isActive,
  twoFactorEnabled: user.twoFactorEnabled,
  emailVerified: user.emailVerified,
});
