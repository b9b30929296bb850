import { given, unanswered } from "./answers.ts";
import { enter } from "./resting.ts";
import type { Screen } from "./screen.ts";

const disowning = "/api/auth/not-me";
const page = (change: string) => `/not-me?token=good&change=${change}`;
const secure = "Secure my account";

/** "This wasn't me" for an account that stays, and the verification in another browser than the one that registered. */
export const disowningScreens: readonly Screen[] = [
  {
    name: "not-me-change",
    async reach(visited) {
      await enter(visited, page("totp"));
      await visited.getByText("Two-factor authentication that was enabled is disabled again.").waitFor();
    },
  },
  {
    name: "not-me-change-pending",
    async reach(visited) {
      await unanswered(visited, disowning);
      await enter(visited, page("account"));
      await visited.getByRole("button", { name: secure }).click();
      await visited.getByRole("button", { name: "Securing your account..." }).waitFor();
    },
  },
  {
    name: "not-me-change-done",
    async reach(visited) {
      const message = "Every device was signed out. We sent you a link to choose a new password.";
      await given(visited, disowning, { body: { message } });
      await enter(visited, page("account"));
      await visited.getByRole("button", { name: secure }).click();
      await visited.getByRole("heading", { name: "Account secured" }).waitFor();
    },
  },
  {
    name: "verify-email-elsewhere",
    async reach(visited) {
      const body = { message: "Your email address is verified.", asksForCode: true, signedIn: null };
      await given(visited, "/api/auth/verify-email?token=*", { body });
      await enter(visited, "/verify-email?token=good");
      await visited.getByText("You registered in another browser.").waitFor();
    },
  },
];
