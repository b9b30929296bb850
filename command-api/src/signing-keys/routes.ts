import { message } from "@attestory/http/routing/answers.ts";
import { problem } from "@attestory/http/routing/problem.ts";
import { answerMessage } from "../handling/answer-message.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { type RotationDependencies, rotateSigningKeys } from "./rotate-signing-keys.ts";
import { keyRotation } from "./schema.ts";

const answerRefusal = refusalAnswers({
  "rotated-meanwhile": problem(409, "rotated_meanwhile", "The signing keys were rotated at the same moment."),
  "next-key-too-new": problem(
    409,
    "next_key_too_new",
    "The next keys have been published for less than a day, so others may not know them yet. Wait, or rotate at once.",
  ),
});

/** The rotation of the keys that sign tokens, by an admin. */
export function signingKeyRoutes({
  commands,
  commandHandler,
  keyring,
}: RotationDependencies & { commands: Commands }): CommandRoute[] {
  const route = commands.routes(answerRefusal);
  return [
    route({
      method: "post",
      path: "/api/admin/signing-keys/rotate",
      summary: "Let new keys sign tokens; the keys before stay published until their last token has expired",
      operationId: "rotateSigningKeys",
      description:
        "Lets the next keys sign tokens, and publishes those after them. The keys before stay published until their last token has expired, unless they are compromised: then nothing counts any more that they signed. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      body: keyRotation,
      answers: { 200: message },
      refuses: ["rotated-meanwhile", "next-key-too-new"],
      async handle({ body, commandContext }) {
        const rotated = await rotateSigningKeys({ commandHandler, keyring }, body.reason, commandContext);
        return answerMessage(rotated, "Signing keys rotated");
      },
    }),
  ];
}
