import { z } from "zod";
import { confirmPassword, newPassword, printedToken, yesOrNo } from "../accounts/schema.ts";

export const userParams = z.strictObject({ id: z.uuid("This is not the id of an account").toLowerCase() });
export const userStatus = z.strictObject({ isActive: yesOrNo.describe("false deactivates the account") });
export const userRoles = z.strictObject({
  isAdmin: yesOrNo.describe("Only an account whose address is verified can be an admin"),
  isDeveloper: yesOrNo.describe("May register applications"),
  isPro: yesOrNo.describe("May create API keys"),
});
export const adminLink = z.strictObject({ token: printedToken });
export const rescuePassword = z.strictObject({ token: printedToken, newPassword, confirmPassword });
export const rescueSecondFactors = z.strictObject({ token: printedToken });
