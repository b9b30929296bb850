import { newPerson } from "../../http/client.ts";
import { command, disowning } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";
import { ofNewcomers } from "../requests.ts";
import { givenKey } from "./api-keys.ts";

const requests = {
  creation: {
    call: "POST /api/users",
    comesTo: ["UserRegistered", "PasswordResetRequested"],
    appends: [
      "apiKey ApiKeyUsed",
      "invitedAccounts InvitedAccountCounted",
      "user UserRegistered,PasswordResetRequested",
    ],
    reserves: true,
  },
  disowning: {
    ...ofNewcomers.disowning,
    appends: ["user RegistrationLapsed", "invitedAccounts InvitedAccountLapsed"],
  },
} as const satisfies Record<string, Request>;

/** A program creates an account, and the owner of its address disowns it. */
export const provisioning: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, linkTo } = scene;
    const { id, keyValue } = await givenKey(visitor, scene);
    const { email, username } = newPerson();
    const byKey = { userId: visitor.userId, delegate: { kind: "apiKey", id }, token: keyValue } as const;
    await does(command(requests.creation, { ...byKey, body: { email, username } }));
    await does(disowning(await linkTo(email, "not-me", "Choose a password for your account")));
  },
};
