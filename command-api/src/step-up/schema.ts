import { z } from "zod";
import { currentPassword } from "../accounts/schema.ts";
import { authenticationOptions, authenticationResponse } from "../hardware-keys/schema.ts";

const anyCode = z.string("This must be text").min(1, "Please enter the code").max(64, "This code is too long");

/** One of them. */
export const stepUp = z
  .strictObject({
    currentPassword: currentPassword.optional().describe("The current password; send this or one of the others"),
    totpCode: anyCode.optional().describe("A code of the authenticator app, or a recovery code"),
    emailCode: anyCode.optional().describe("The code that the address was sent, if the account has no password"),
    response: authenticationResponse.optional().describe("The answer of a hardware key to the options"),
  })
  .refine(
    (body) => Object.values(body).filter((value) => value !== undefined).length === 1,
    "Send one of currentPassword, totpCode, emailCode and response",
  )
  .meta({ id: "StepUp" });

export const stepUpMethods = z.array(z.enum(["password", "totp", "recovery_code", "hardware_key", "email_code"]));

/** `methods`: the ways in which this account can confirm. `options`: for a hardware key, if it has one. */
export const stepUpBegun = z.strictObject({
  methods: stepUpMethods,
  options: authenticationOptions.nullable(),
});
