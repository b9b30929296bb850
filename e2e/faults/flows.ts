import { type Answered, newPerson } from "../http/client.ts";
import { tokenOf } from "../http/joining-calls.ts";
import { SoftwareAuthenticator } from "../http/software-authenticator.ts";
import {
  applicationChange,
  applicationDeletion,
  applicationRegistration,
  applicationTrust,
  developerAccess,
  secretRotation,
  suspension,
  suspensionEnd,
} from "./application-commands.ts";
import { type Command, signIn, stepUp, type Visitor } from "./commands.ts";
import {
  activation,
  codeSignIn,
  deactivation,
  demotion,
  emailConfirmation,
  emailRequest,
  emailUndo,
  keyAdding,
  keyBeginning,
  keyRemoval,
  keyRenaming,
  newRecoveryCodes,
  passwordRemoval,
  passwordSetting,
  promotion,
  reset,
  resetRequest,
  securing,
  totpDisabling,
  totpEnabling,
  totpSetUp,
  usernameChange,
} from "./flow-commands.ts";
import { invitation, invitedRegistration, policyChange, revocation } from "./joining-commands.ts";

/** What a flow needs: its calls throw if the process dies meanwhile. */
export interface Scene {
  url: string;
  admin: Visitor;
  now(): Date;
  does(command: Command): Promise<Answered>;
  /** The token of the newest link to this page that was emailed to the address, in an email of this subject. */
  linkTo(email: string, page: string, subject: string): Promise<string>;
}

/** What a new user does, in this order; each step needs what the ones before it led to. */
export type Flow = (visitor: Visitor, scene: Scene) => Promise<void>;

const otherNames: Flow = async (visitor, { does, linkTo }) => {
  await does(usernameChange(visitor));
  const { email } = newPerson();
  await does(emailRequest(visitor, email));
  await does(emailConfirmation(await linkTo(email, "confirm-email", "Confirm your new email address")));
  await does(emailUndo(await linkTo(visitor.email, "undo-email", "Your email address was changed")));
};

const authenticatorApp: Flow = async (visitor, { does, now }) => {
  const { secret } = (await does(totpSetUp(visitor))).body;
  await does(totpEnabling(visitor, { secret, now }));
  const { recoveryCodes } = (await does(newRecoveryCodes(visitor))).body;
  await does(codeSignIn(visitor, recoveryCodes[0]));
  await does(totpDisabling(visitor));
};

/** Forgets the password, then finds an authenticator app that another person has added. */
const recovery: Flow = async (visitor, { does, linkTo, now }) => {
  await does(resetRequest(visitor));
  await does(reset(visitor, await linkTo(visitor.email, "reset-password", "Set a new password")));
  await does(signIn(visitor));
  const { secret } = (await does(totpSetUp(visitor))).body;
  await does(totpEnabling(visitor, { secret, now }));
  await does(securing(await linkTo(visitor.email, "not-me", "Two-factor authentication was enabled")));
};

const hardwareKey: Flow = async (visitor, { url, does }) => {
  const options = (await does(keyBeginning(visitor))).body;
  const added = await does(keyAdding(visitor, new SoftwareAuthenticator(url).register(options)));
  const keyId = added.body.hardwareKey.id;
  await does(keyRenaming(visitor, keyId));
  await does(passwordRemoval(visitor));
  await does(passwordSetting(visitor));
  await does(keyRemoval(visitor, keyId));
};

/** An admin makes the user one, and takes everything back. */
const administration: Flow = async (visitor, { admin, does }) => {
  await does(stepUp(admin));
  await does(promotion(admin, visitor));
  await does(deactivation(admin, visitor));
  await does(activation(admin, visitor));
  await does(demotion(admin, visitor));
};

const developer: Flow = async (visitor, { admin, does }) => {
  await does(developerAccess(visitor));
  const { id } = (await does(applicationRegistration(visitor))).body.application;
  await does(applicationChange(visitor, id));
  await does(stepUp(visitor));
  await does(secretRotation(visitor, id));
  await does(stepUp(admin));
  await does(applicationTrust(admin, id));
  await does(suspension(admin, id));
  await does(suspensionEnd(admin, id));
  await does(applicationDeletion(visitor, id));
};

/** An admin decides who may join, and invites a person, who does. */
const joining: Flow = async (_, { admin, does }) => {
  await does(stepUp(admin));
  await does(policyChange(admin));
  const { id, url } = (await does(invitation(admin))).body.invitation;
  await does(invitedRegistration(newPerson(), tokenOf(url)));
  await does(revocation(admin, id));
};

export const flows: readonly Flow[] = [
  joining,
  otherNames,
  authenticatorApp,
  recovery,
  hardwareKey,
  administration,
  developer,
];
