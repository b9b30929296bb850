import { wrongCode } from "@attestory/command-api/testing/totp-codes.ts";
import { ofMember, stepUp } from "../commands.ts";
import type { Flow } from "../flow.ts";
import { named, type Request } from "../request.ts";
import { ofMembers } from "../requests.ts";
import { addTotp } from "./second-factors.ts";

const { call, open, body } = ofMembers.signIn;
const guess = { call, open, body, refusedWith: 401 } as const;

const requests = {
  wrongPassword: { ...guess, comesTo: [], appends: ["attempts WrongPasswordGiven"] },
  wrongCode: { ...guess, comesTo: ["WrongCodeGiven"] },
  lock: {
    ...guess,
    comesTo: ["WrongCodeGiven", "CodesLocked"],
    appends: ["factors WrongCodeGiven,CodesLocked"],
  },
  lift: { call: "POST /api/admin/users/{id}/lift-limits", comesTo: ["AttemptsLifted", "CodesUnlocked"] },
} as const satisfies Record<string, Request>;

/** An admin lets a user in again who gave wrong passwords and codes. */
export const wrongGuesses: Flow = {
  requests,
  async run(visitor, scene) {
    const { admin, does, now } = scene;
    const { secret } = await addTotp(visitor, scene);
    await does(ofMember(visitor, requests.wrongPassword, { body: { password: "not the password" } }));
    const wrong = () => ({ body: { totpCode: wrongCode(secret, now()) } });
    for (let given = 1; given < 5; given++) await does(ofMember(visitor, requests.wrongCode, wrong()));
    await does(ofMember(visitor, requests.lock, wrong()));
    await does(stepUp(admin));
    await does(ofMember(admin, named(requests.lift, visitor.userId)));
  },
};
