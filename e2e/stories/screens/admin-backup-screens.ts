import { asAdmin } from "./admin-screens.ts";
import { given } from "./answers.ts";
import { backupFailed, backups } from "./backup-samples.ts";
import { enter } from "./resting.ts";
import { behind, type Screen } from "./screen.ts";

/** What admins see of the backups that the service takes by itself. */
export const adminBackupScreens: readonly Screen[] = [
  {
    name: "admin-backup-failed",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/backups", {
        body: { ...backups, taken: { ...backups.taken, isEncrypted: true }, failed: backupFailed },
      });
      await enter(page, "/admin");
      await page.getByText("The last backup did not pass its proof").waitFor();
    },
  },
  {
    name: "admin-backups-off",
    signedIn: true,
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/backups", {
        body: { everySeconds: null, taken: null, proven: null, failed: null, exportedAt: null },
      });
      await enter(page, "/admin");
      await page.getByText("Automatic backups are off").waitFor();
    },
  },
  {
    name: "admin-backups-unreadable",
    signedIn: true,
    troubles: ["answer 503: GET /api/admin/backups"],
    async reach(page) {
      await asAdmin(page);
      await given(page, "/api/admin/backups", behind);
      await enter(page, "/admin");
      await page.getByText("The backups could not be loaded").waitFor();
    },
  },
];
