import { randomUUID } from "node:crypto";
import { codeAt } from "@attestory/command-api/testing/totp-codes.ts";
import { newPerson } from "../http/client.ts";
import { type Command, command, ofMember, type Visitor } from "./commands.ts";
import { flowRequests as requests } from "./flow-requests.ts";

const newPassword = () => `canary-${randomUUID()}`;

export const usernameChange = (visitor: Visitor): Command =>
  ofMember(visitor, { ...requests.usernameChange, body: { username: newPerson().username } });

export const emailRequest = (visitor: Visitor, newEmail: string): Command =>
  ofMember(visitor, { ...requests.emailRequest, body: { newEmail } });

export const emailConfirmation = (token: string): Command =>
  command({ ...requests.emailConfirmation, body: { token } });

export const emailUndo = (token: string): Command => command({ ...requests.emailUndo, body: { token } });

export const resetRequest = ({ email }: Visitor): Command => command({ ...requests.resetRequest, body: { email } });

export const reset = (visitor: Visitor, token: string, password = newPassword()): Command =>
  command({
    ...requests.reset,
    body: { token, newPassword: password, confirmPassword: password },
    learn() {
      visitor.password = password;
    },
  });

export const securing = (token: string): Command => command({ ...requests.securing, body: { token } });

export const totpSetUp = (visitor: Visitor): Command => ofMember(visitor, requests.totpSetUp);

/** A code that nobody accepted in time is followed by a newer one. */
export const totpEnabling = (visitor: Visitor, { secret, now }: { secret: string; now: () => Date }): Command =>
  ofMember(visitor, {
    ...requests.totpEnabling,
    body: { totpCode: codeAt(secret, now()) },
    renewed: ({ body }) => (body.code === "invalid_code" ? totpEnabling(visitor, { secret, now }) : null),
  });

export const newRecoveryCodes = (visitor: Visitor): Command => ofMember(visitor, requests.newRecoveryCodes);

export const codeSignIn = (visitor: Visitor, recoveryCode: string): Command =>
  command({
    ...requests.codeSignIn,
    body: { email: visitor.email, password: visitor.password, totpCode: recoveryCode },
    learn({ body }) {
      visitor.token = body.token;
    },
  });

export const totpDisabling = (visitor: Visitor): Command => ofMember(visitor, requests.totpDisabling);

export const keyBeginning = (visitor: Visitor): Command => ofMember(visitor, requests.keyBeginning);

export const keyAdding = (visitor: Visitor, response: object): Command =>
  ofMember(visitor, { ...requests.keyAdding, body: { response } });

const pathOf = ({ path }: { path: string }, id: string) => path.replace(/{.*?}/, id);

export const keyRenaming = (visitor: Visitor, keyId: string): Command =>
  ofMember(visitor, { ...requests.keyRenaming, path: pathOf(requests.keyRenaming, keyId), body: { name: "Blue" } });

export const passwordRemoval = (visitor: Visitor): Command => ofMember(visitor, requests.passwordRemoval);

export const passwordSetting = (visitor: Visitor, password = newPassword()): Command =>
  ofMember(visitor, {
    ...requests.passwordSetting,
    body: { newPassword: password, confirmPassword: password },
    learn() {
      visitor.password = password;
    },
  });

export const keyRemoval = (visitor: Visitor, keyId: string): Command =>
  ofMember(visitor, { ...requests.keyRemoval, path: pathOf(requests.keyRemoval, keyId) });

const changeBy = (admin: Visitor, { userId }: Visitor) => ({
  roles: (request: typeof requests.promotion | typeof requests.demotion, isAdmin: boolean): Command =>
    ofMember(admin, {
      ...request,
      path: pathOf(request, userId),
      body: { isAdmin, isDeveloper: false, isPro: false },
    }),
  status: (request: typeof requests.activation | typeof requests.deactivation, isActive: boolean): Command =>
    ofMember(admin, { ...request, path: pathOf(request, userId), body: { isActive } }),
});

export const promotion = (admin: Visitor, of: Visitor) => changeBy(admin, of).roles(requests.promotion, true);
export const demotion = (admin: Visitor, of: Visitor) => changeBy(admin, of).roles(requests.demotion, false);
export const deactivation = (admin: Visitor, of: Visitor) => changeBy(admin, of).status(requests.deactivation, false);
export const activation = (admin: Visitor, of: Visitor) => changeBy(admin, of).status(requests.activation, true);
