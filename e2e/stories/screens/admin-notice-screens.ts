import { asAdmin } from "./admin-screens.ts";
import { given } from "./answers.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

const notices = [
  { part: "clock", reason: "is 60 minutes behind the event log" },
  {
    part: "proxy",
    reason:
      "X-Forwarded-For came from 10.0.0.5, which TRUST_PROXY does not name, and was not read. If that is your proxy, set TRUST_PROXY=10.0.0.5: until then, all users behind it share one budget of attempts",
  },
];

/** What admins read of what is wrong while the service goes on. */
export const adminNoticeScreens: readonly Screen[] = [
  {
    name: "admin-overview-notices",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/notices", { body: { notices } });
      await enter(page, "/admin");
      await page.getByText("share one budget of attempts").waitFor();
      await page.getByText("Basil Mockford").waitFor();
      await page.getByText("signed up in 30 days").waitFor();
    },
  },
  {
    name: "admin-overview-without-notices",
    signedIn: true,
    troubles: ["answer 503: GET /api/admin/notices"],
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/notices", behind);
      await enter(page, "/admin");
      await page.getByText("The notices could not be loaded").waitFor();
      await page.getByText("Basil Mockford").waitFor();
      await page.getByText("signed up in 30 days").waitFor();
    },
  },
];
