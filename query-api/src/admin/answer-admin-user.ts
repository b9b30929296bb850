import { userAnswer } from "@attestory/http/routing/answers.ts";
import type { LastSignInDocument } from "@attestory/projections/read-models/last-sign-ins.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import { isNamed } from "../handling/query-route.ts";
import type { AdminUser } from "./schema.ts";

/** Nothing of an erased person. */
export const answerAdminUser = (user: UserDocument, lastSignIn: LastSignInDocument | null | undefined): AdminUser[] =>
  isNamed(user)
    ? [
        Object.assign(userAnswer(user), {
          registeredAt: user.registeredAt,
          lastSignInAt: lastSignIn?.at ?? null,
          erasesAt: user.erasesAt ?? null,
        }),
      ]
    : [];
