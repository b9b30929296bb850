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

const applying = { phase: "applying", done: 4_860_000, of: 10_800_000, secondsLeft: 99 };
const builds = [
  { readModel: "users", ...applying, isServed: true },
  { readModel: "sessions", ...applying, isServed: true },
  { readModel: "activity", ...applying, isServed: false },
];

/** What admins read of what is built, and of what is wrong, while the service goes on. */
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
    name: "admin-overview-builds",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/builds", { body: { builds } });
      await enter(page, "/admin");
      await page.getByText("4,860,000 of 10,800,000 events applied, about 2 min left").waitFor();
      await page.getByText("Basil Mockford").waitFor();
      await page.getByText("signed up in 30 days").waitFor();
    },
  },
  {
    name: "admin-overview-without-builds",
    signedIn: true,
    troubles: ["answer 503: GET /api/admin/builds"],
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/builds", behind);
      await enter(page, "/admin");
      await page.getByText("The builds could not be loaded").waitFor();
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
