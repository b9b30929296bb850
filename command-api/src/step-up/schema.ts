import { z } from "zod";
import { presentPassword } from "../accounts/schema.ts";
import { authenticationOptions, authenticationResponse } from "../hardware-keys/schema.ts";

const anyCode = z.string("This must be text").min(1, "Please enter the code").max(64, "This code is too long");

/** One of them. `totpCode`: the authenticator app's code, or a recovery code. `response`: of a hardware key. */
export const stepUp = z
  .strictObject({
    currentPassword: presentPassword.optional(),
    totpCode: anyCode.optional(),
    emailCode: anyCode.optional(),
    response: authenticationResponse.optional(),
  })
  .refine(
    (body) => Object.values(body).filter((value) => value !== undefined).length === 1,
    "Send one of currentPassword, totpCode, emailCode and response",
  )
  .meta({ id: "StepUp" });

/** `methods`: the ways in which this account can confirm. `options`: for a hardware key, if it has one. */
export const stepUpBegun = z.strictObject({
  methods: z.array(z.enum(["password", "totp", "recovery_code", "hardware_key", "email_code"])),
  options: authenticationOptions.nullable(),
});
