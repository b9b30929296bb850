import { newPerson } from "../../http/client.ts";
import { type Command, command, ofMember, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";
import { addKey, addTotp } from "./second-factors.ts";

const requests = {
  usernameChange: {
    what: "a change of the username",
    method: "PUT",
    path: "/api/user/username",
    comesTo: ["UsernameChanged"],
  },
  emailRequest: {
    what: "a request for another address",
    method: "PUT",
    path: "/api/user/email",
    comesTo: ["EmailChangeRequested", "EmailChangeAnnounced"],
    appends: ["user EmailChangeRequested,EmailChangeAnnounced"],
  },
  emailConfirmation: {
    what: "the confirmation of another address",
    method: "POST",
    path: "/api/auth/confirm-email",
    comesTo: ["EmailChanged"],
  },
  emailUndo: {
    what: "the undo of a change of the address",
    method: "POST",
    path: "/api/auth/undo-email",
    comesTo: ["EmailChangeUndone", "PasswordResetRequested"],
    appends: ["keys HardwareKeyRemoved", "factors TwoFactorDisabled", "user EmailChangeUndone,PasswordResetRequested"],
  },
} as const satisfies Record<string, Request>;

/** Where a change of the address or the username reserves the new one. */
export const reservingPaths: readonly string[] = [requests.usernameChange.path, requests.emailConfirmation.path];

const usernameChange = (visitor: Visitor): Command =>
  ofMember(visitor, { ...requests.usernameChange, body: { username: newPerson().username } });

const emailRequest = (visitor: Visitor, newEmail: string): Command =>
  ofMember(visitor, { ...requests.emailRequest, body: { newEmail } });

const emailConfirmation = (token: string): Command => command({ ...requests.emailConfirmation, body: { token } });

const emailUndo = (token: string): Command => command({ ...requests.emailUndo, body: { token } });

/** Someone else changes the address, and adds second factors. The owner undoes it. */
export const otherNames: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, linkTo } = scene;
    await does(usernameChange(visitor));
    const { email } = newPerson();
    await does(emailRequest(visitor, email));
    await does(emailConfirmation(await linkTo(email, "confirm-email", "Confirm your new email address")));
    await addTotp(visitor, scene);
    await addKey(visitor, scene);
    await does(emailUndo(await linkTo(visitor.email, "undo-email", "Your email address was changed")));
  },
};
