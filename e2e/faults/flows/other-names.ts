import { newPerson } from "../../http/client.ts";
import { command, ofMember } from "../commands.ts";
import type { Flow } from "../flow.ts";
import type { Request } from "../request.ts";
import { addKey, addTotp } from "./second-factors.ts";

export const emailRequest = {
  call: "PUT /api/user/email",
  comesTo: ["EmailChangeRequested", "EmailChangeAnnounced"],
  appends: ["user EmailChangeRequested,EmailChangeAnnounced"],
} as const satisfies Request;

const requests = {
  usernameChange: {
    call: "PUT /api/user/username",
    comesTo: ["UsernameChanged"],
    reserves: true,
    body: () => ({ username: newPerson().username }),
  },
  emailRequest,
  emailConfirmation: { call: "POST /api/auth/confirm-email", comesTo: ["EmailChanged"], reserves: true },
  emailUndo: {
    call: "POST /api/auth/undo-email",
    comesTo: ["EmailChangeUndone", "PasswordResetRequested"],
    appends: ["keys HardwareKeyRemoved", "factors TwoFactorDisabled", "user EmailChangeUndone,PasswordResetRequested"],
  },
} as const satisfies Record<string, Request>;

/** Someone else changes the address, and adds second factors. The owner undoes it. */
export const otherNames: Flow = {
  requests,
  async run(visitor, scene) {
    const { does, linkTo } = scene;
    await does(ofMember(visitor, requests.usernameChange));
    const newEmail = newPerson().email;
    await does(ofMember(visitor, emailRequest, { body: { newEmail } }));
    const confirming = await linkTo(newEmail, "confirm-email", "Confirm your new email address");
    await does(command(requests.emailConfirmation, { body: { token: confirming } }));
    await addTotp(visitor, scene);
    await addKey(visitor, scene);
    const undoing = await linkTo(visitor.email, "undo-email", "Your email address was changed");
    await does(command(requests.emailUndo, { body: { token: undoing } }));
  },
};
