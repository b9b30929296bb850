import { user } from "@attestory/http/routing/answers.ts";
import { z } from "zod";
import { registration } from "../registration/schema.ts";

/** An account that a program creates. */
export const userCreation = registration
  .omit({ password: true, invitation: true, adminLink: true })
  .meta({ id: "AccountCreation" });
export const userCreated = z.strictObject({ user }).meta({ id: "AccountCreated" });
