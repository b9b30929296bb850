import { userStream } from "@attestory/events/envelope.ts";
import { secureOwn } from "./admins.ts";
import { givenVisitor, newApplication } from "./authorizations.ts";
import { call, givenSignedInUser, signIn } from "./client.ts";
import { beginPasskeySignIn, givenHardwareKey } from "./hardware-key-calls.ts";
import { givenSignedIn, logOut, sendForm } from "./logout-scene.ts";
import type { CommandSide, Revocation } from "./revocation.ts";
import { sessionIdOf } from "./session-calls.ts";
import { SoftwareAuthenticator } from "./software-authenticator.ts";

const newPassword = "another horse battery";
const passwords = { newPassword, confirmPassword: newPassword };
/** The tenth wrong proof ends the session that gave it. */
const wrongProofs = 9;

/** A user with a passkey. */
async function givenPasskeyOwner({ url, publicUrl }: CommandSide) {
  const owner = await givenSignedInUser(url);
  const key = await givenHardwareKey(url, owner, new SoftwareAuthenticator(publicUrl));
  return { ...owner, key };
}

/** A call with a wrong password, by a session that has given all but the last that it may. */
async function givenGuess({ url }: CommandSide, request: string, body: object) {
  const { token } = await givenSignedInUser(url);
  const guess = () => call(url, request, { token, body });
  for (let n = 0; n < wrongProofs; n++) await guess();
  return guess;
}

/** What the user of a session does. */
export const sessionRevocations: readonly Revocation[] = [
  {
    route: "POST /api/auth/logout",
    what: "a sign-out",
    async prepare({ url }) {
      const { token } = await givenSignedInUser(url);
      return () => call(url, "POST /api/auth/logout", { token });
    },
  },
  {
    route: "GET /api/oauth/end_session",
    what: "a sign-out that an application asks for",
    async prepare({ url }) {
      const { visitor, tokens } = await givenSignedIn({ url, application: await newApplication(url) });
      return () => logOut(visitor, { id_token_hint: tokens.id_token });
    },
  },
  {
    route: "POST /api/oauth/end_session",
    what: "a sign-out that an application asks for, confirmed",
    async prepare({ url }) {
      const visitor = await givenVisitor(url);
      const page = await logOut(visitor, {});
      return () => sendForm(visitor, page.body);
    },
  },
  {
    route: "DELETE /api/user/sessions/{id}",
    what: "the end of one session",
    async prepare({ url }) {
      const user = await givenSignedInUser(url);
      const other = await signIn(url, user);
      return () => call(url, `DELETE /api/user/sessions/${sessionIdOf(other)}`, { token: user.token });
    },
  },
  {
    route: "DELETE /api/user/sessions",
    what: "the end of every other session",
    async prepare({ url }) {
      const user = await givenSignedInUser(url);
      await signIn(url, user);
      return () => call(url, "DELETE /api/user/sessions", { token: user.token });
    },
  },
  {
    route: "POST /api/auth/login",
    what: "a sign-in that replaces its session",
    async prepare({ url }) {
      const { token, email, password } = await givenSignedInUser(url);
      return () => call(url, "POST /api/auth/login", { token, body: { email, password } });
    },
  },
  {
    route: "POST /api/auth/webauthn/login-complete",
    what: "a sign-in with a passkey that replaces its session",
    async prepare(product) {
      const { url } = product;
      const { token, key } = await givenPasskeyOwner(product);
      const { options, cookie } = await beginPasskeySignIn(url);
      const asking = { token, headers: { cookie }, body: { response: key.assert(options) } };
      return () => call(url, "POST /api/auth/webauthn/login-complete", asking);
    },
  },
  {
    route: "PUT /api/user/password",
    what: "a password change",
    async prepare({ url }) {
      const { token, password } = await givenSignedInUser(url);
      const body = { currentPassword: password, ...passwords };
      return () => call(url, "PUT /api/user/password", { token, body });
    },
  },
  {
    route: "PUT /api/user/password",
    what: "the wrong password that ends the session",
    status: 401,
    prepare: (product) => givenGuess(product, "PUT /api/user/password", { currentPassword: "not it", ...passwords }),
  },
  {
    route: "POST /api/auth/step-up",
    what: "the wrong password that ends the session",
    status: 401,
    prepare: (product) => givenGuess(product, "POST /api/auth/step-up", { currentPassword: "not it" }),
  },
  {
    route: "DELETE /api/user/password",
    what: "the removal of the password",
    async prepare(product) {
      const { token } = await givenPasskeyOwner(product);
      return () => call(product.url, "DELETE /api/user/password", { token });
    },
  },
  {
    route: "POST /api/user/password",
    what: "a password where there was none",
    async prepare(product) {
      const { token } = await givenPasskeyOwner(product);
      await call(product.url, "DELETE /api/user/password", { token });
      return () => call(product.url, "POST /api/user/password", { token, body: passwords });
    },
  },
  {
    route: "POST /api/user/secure",
    what: "an account that its owner secures",
    async prepare({ url }) {
      const { token } = await givenSignedInUser(url);
      return () => secureOwn(url, token);
    },
  },
  {
    route: "POST /api/user/not-me",
    what: "a disowned entry of the activity",
    async prepare({ url, history }) {
      const { token, id } = await givenSignedInUser(url);
      await call(url, "PUT /api/user/profile", { token, body: { firstName: "Mallory", lastName: "" } });
      const change = (await history(userStream(id))).at(-1);
      const body = { activityId: change?.id, time: change?.recordedAt.toISOString() };
      return () => call(url, "POST /api/user/not-me", { token, body });
    },
  },
];
