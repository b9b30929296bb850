import { userAnswer } from "@attestory/http/routing/user-answer.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import type { AdminUser } from "../api-schema.ts";
import { isNamed } from "../query-route.ts";

/** Nothing of an erased person. */
export const answerUser = (user: UserDocument): AdminUser[] =>
  isNamed(user) ? [Object.assign(userAnswer(user), { registeredAt: user.registeredAt })] : [];
