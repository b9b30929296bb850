/** @module-tag embedded/reads-files */
import { codeAt, wrongCode } from "@attestory/command-api/testing/totp-codes.ts";
import { secondFactorsStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { inClear } from "../invariants/canaries.ts";
import { ownProductScene } from "../product-scenes.ts";
import { givenTrustingUser, signInWith } from "./second-factors.ts";
import { storedEvents } from "./stored-log.ts";

const product = ownProductScene({ LOG_LEVEL: "debug" });

it("TF-05 LG-01 no secret, code or cookie of second factors is in clear in a store, an event or a log line", async () => {
  const person = await givenTrustingUser(product.url);
  const [recoveryCode = "", ...others] = person.recoveryCodes;
  const codes = [codeAt(person.secret, new Date()), codeAt(person.secret, new Date(), 1)];
  const guess = wrongCode(person.secret, new Date());
  for (const totpCode of [guess, recoveryCode, ...codes]) await signInWith(product.url, person, { totpCode });
  const { body } = await signInWith(product.url, person);
  const [, trustSecret = ""] = person.trustCookie.split(".");
  const bare = [recoveryCode, ...others].map((code) => code.replaceAll("-", ""));
  const secrets = [person.secret, trustSecret, body.loginTicket, recoveryCode, ...others, ...bare];

  const events = await product.history(secondFactorsStream(person.id));
  // The owner's key opens the secret, so what is searched for is there, encrypted.
  expect(JSON.stringify(events.map(({ data }) => data))).toContain(person.secret);
  const stored = (await storedEvents(product)).map(({ data, metadata }) => `${data} ${metadata}`).join("\n");
  for (const text of [stored, product.output()]) {
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    // Six digits occur in many numbers: a code would stand alone.
    expect([...codes, guess].filter((code) => new RegExp(`["':= ]${code}["', }]`).test(text))).toEqual([]);
  }
  expect([...inClear(product.dataDir, { secrets, personal: [] })]).toEqual([]);
});
