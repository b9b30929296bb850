import { wrongCode } from "@attestory/command-api/testing/totp-codes.ts";
import { type Command, command, ofMember, stepUp, type Visitor } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";
import { addTotp } from "./second-factors.ts";

const signIn = { method: "POST", path: "/api/auth/login" } as const;

const requests = {
  wrongPassword: {
    ...signIn,
    what: "a sign-in with a wrong password",
    comesTo: [],
    appends: ["attempts WrongPasswordGiven"],
  },
  wrongCode: {
    ...signIn,
    what: "a sign-in with a wrong code",
    comesTo: ["WrongCodeGiven"],
  },
  lock: {
    ...signIn,
    what: "a sign-in with a fifth wrong code",
    comesTo: ["WrongCodeGiven", "CodesLocked"],
    appends: ["factors WrongCodeGiven,CodesLocked"],
  },
  lift: {
    what: "the end of the limits of an account",
    method: "POST",
    path: "/api/admin/users/{id}/lift-limits",
    comesTo: ["AttemptsLifted", "CodesUnlocked"],
  },
} as const satisfies Record<string, Request>;

const guess = ({ email, password }: Visitor, request: Request, said: object): Command =>
  command({ ...request, body: { email, password, ...said }, refusedWith: 401 });

/** An admin lets a user in again who gave wrong passwords and codes. */
export const wrongGuesses: Flow = {
  requests,
  async run(visitor, scene) {
    const { admin, does, now } = scene;
    const { secret } = await addTotp(visitor, scene);
    await does(guess(visitor, requests.wrongPassword, { password: "not the password" }));
    const wrong = () => ({ totpCode: wrongCode(secret, now()) });
    for (let given = 1; given < 5; given++) await does(guess(visitor, requests.wrongCode, wrong()));
    await does(guess(visitor, requests.lock, wrong()));
    await does(stepUp(admin));
    await does(ofMember(admin, named(requests.lift, visitor.userId)));
  },
};
