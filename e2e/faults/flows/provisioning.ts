import { newPerson } from "../../http/client.ts";
import { type Command, command, disowning, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";
import { requests as ofVisits } from "../requests.ts";
import { type GivenKey, givenKey } from "./api-keys.ts";

const requests = {
  creation: {
    what: "an account that an API key creates",
    method: "POST",
    path: "/api/users",
    comesTo: ["UserRegistered", "PasswordResetRequested"],
    appends: [
      "apiKey ApiKeyUsed",
      "invitedAccounts InvitedAccountCounted",
      "user UserRegistered,PasswordResetRequested",
    ],
  },
  disowning: {
    ...ofVisits.disowning,
    what: "an account by API key that its address disowns",
    appends: ["user RegistrationLapsed", "invitedAccounts InvitedAccountLapsed"],
  },
} as const satisfies Record<string, Request>;

/** Where a program reserves an address and a username. */
export const provisioningPath: string = requests.creation.path;

const creation = (
  { userId }: Visitor,
  { id, keyValue }: GivenKey,
  account: { email: string; username: string },
): Command =>
  command({
    ...requests.creation,
    userId,
    delegate: { kind: "apiKey", id },
    token: keyValue,
    body: account,
  });

/** A program creates an account, and the owner of its address disowns it. */
export const provisioning: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, linkTo } = scene;
    const key = await givenKey(visitor, scene);
    const { email, username } = newPerson();
    await does(creation(visitor, key, { email, username }));
    await does(disowning(await linkTo(email, "not-me", "Choose a password for your account")));
  },
};
