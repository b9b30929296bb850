import { newPerson } from "../../http/client.ts";
import { submitRegistration } from "../steps.ts";
import { given } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const policy = "/api/auth/sign-up-policy";
const checking = "/api/auth/check";

/** The registration screen, by who may join. */
export const newcomerScreens: readonly Screen[] = [
  {
    name: "register-closed",
    async reach(page) {
      await given(page, policy, { body: { mode: "closed", domains: null } });
      await enter(page, "/register");
      await page.getByRole("heading", { name: "Sign-up is closed" }).waitFor();
    },
  },
  {
    name: "register-by-invitation",
    async reach(page) {
      await given(page, policy, { body: { mode: "invitation", domains: null } });
      await enter(page, "/register");
      await page.getByRole("heading", { name: "By invitation only" }).waitFor();
    },
  },
  {
    name: "register-domains",
    async reach(page) {
      await given(page, policy, { body: { mode: "only-domains", domains: ["example.com", "example.org"] } });
      await enter(page, "/register");
      await page.getByText("an address of example.com or example.org").waitFor();
    },
  },
  {
    name: "register-invited",
    async reach(page) {
      await given(page, checking, { body: { invitationValid: true } });
      await enter(page, "/register?invitation=good");
      await page.getByText("You are invited").waitFor();
    },
  },
  {
    name: "register-invitation-invalid",
    async reach(page) {
      await enter(page, "/register?invitation=garbage");
      await page.getByRole("heading", { name: "This invitation no longer works" }).waitFor();
      await page.getByRole("button", { name: "Register without it" }).waitFor();
    },
  },
  {
    name: "register-invitation-refused",
    troubles: ["answer 400: POST /api/auth/register"],
    async reach(page) {
      await given(page, checking, { body: { invitationValid: true } });
      await enter(page, "/register?invitation=garbage");
      await submitRegistration(page, newPerson());
      await page.getByText("Your invitation was not accepted").waitFor();
    },
  },
];
