/** @module-tag embedded/reads-files */
import { expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenSignedInUser } from "./client.ts";
import { confirmEmail, forgotPassword, givenEmailRequest, resetTokenTo, undoTokenTo } from "./recovery-links.ts";
import { filesHolding } from "./stored-log.ts";

const product = sharedProductScene();

it("EV-01 EV-09 stores the tokens of links that set a password or change an address nowhere, in no form", async () => {
  const owner = await givenSignedInUser(product.url);
  await forgotPassword(product.url, owner.email);
  const reset = await resetTokenTo(product.url, owner.email);
  const { token: confirm } = await givenEmailRequest(product.url, owner);
  await confirmEmail(product.url, confirm);
  const undo = await undoTokenTo(product.url, owner.email);
  const tokens = [reset, confirm, undo];
  const forms = tokens.flatMap((token) => {
    const mac = Buffer.from(token, "base64url").subarray(32);
    return [token, mac, mac.toString("hex"), mac.toString("base64"), mac.toString("base64url")];
  });
  expect(filesHolding(product.dataDir, ...forms)).toEqual([]);
  for (const token of tokens) expect(product.output()).not.toContain(token);
});
