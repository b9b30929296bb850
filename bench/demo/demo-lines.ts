import { everyonesPassword } from "../populate/invented-person.ts";
import { cast } from "./cast.ts";

const roles = [
  { role: "An admin", account: cast.admin, page: "/admin" },
  { role: "A developer", account: cast.developer, page: "/dashboard/developer" },
  { role: "A person", account: cast.person, page: "/dashboard/activity" },
];

interface Shown {
  url: string;
  folder: string;
  /** When the history ends, as ISO 8601. */
  filledAt: string;
}

/** What the terminal says once the demo runs: how to sign in, and that nothing in it is real. */
export function demoLines({ url, folder, filledAt }: Shown): string[] {
  return [
    "",
    "This is a demo. Its people and their history are made up, and their passwords are public.",
    `Open a link and sign in with its address. The password "${everyonesPassword}" works for all three.`,
    "",
    ...roles.map(({ role, account, page }) => {
      const link = `${url}/login?redirect=${encodeURIComponent(page)}`;
      return `  ${role.padEnd(12)} ${account.email.padEnd(24)} ${link}`;
    }),
    "",
    `The history ends at ${filledAt.slice(0, 16).replace("T", " ")} UTC, and what you change is kept in ${folder}.`,
    "For a new one that lasts until now: npm run demo -- --new. To stop: Ctrl+C.",
  ];
}
