import type { RequestListener } from "node:http";
import {
  createFirstAdminReminder,
  type FirstAdmin,
  type FirstAdminHint,
  firstAdminLines,
} from "@attestory/command-api/admin/first-admin-lines.ts";

/** What the terminal and the page at / say while there is no admin. */
export interface FirstAdminGuide {
  /** Whether the page at / says how to make the first admin. */
  lacksAdmin(): Promise<boolean>;
  /** Passes requests on. The terminal shows the link again when somebody opens the service. */
  around(app: RequestListener): RequestListener;
  /** The lines of the start. `showsLink`: they may have the link. */
  linesFor(service: { admins: FirstAdmin }, showsLink: boolean): Promise<string[]>;
}

/** @param commandLine how the command line of this installation is called */
export function createFirstAdminGuide(
  announce: (line: string) => void,
  commandLine = "npx attestory",
): FirstAdminGuide {
  let hint: FirstAdminHint | null = null;
  let remind = async (): Promise<readonly string[]> => [];
  let hasAdmin = false;
  return {
    async lacksAdmin() {
      if (hasAdmin || hint === null) return false;
      try {
        hasAdmin = await hint.admins.exist();
        return !hasAdmin;
      } catch {
        // The page comes all the same.
        return false;
      }
    },
    around: (app) => (request, response) => {
      if (request.url === "/") void remind().then((lines) => lines.forEach(announce));
      app(request, response);
    },
    async linesFor(service, showsLink) {
      hint = {
        // Those of the generation that is active then.
        admins: { exist: () => service.admins.exist(), makeLink: () => service.admins.makeLink() },
        command: `${commandLine} admin-link`,
        showsLink,
      };
      const lines = await firstAdminLines(hint);
      remind = createFirstAdminReminder(hint, lines);
      return lines;
    },
  };
}
