import type { App } from "./applications.ts";
import { Browser } from "./browser.ts";
import type { Calendar, Scene } from "./calendar.ts";
import { cast, type Extra, laptop } from "./cast.ts";
import type { PastService } from "./past-service.ts";

interface Administered {
  service: PastService;
  calendar: Calendar;
  apps: readonly App[];
  /** Whose account is deactivated. */
  leaving: Extra;
}

/** The first admin: signs in on working days, and does what admins do. */
export function adminStory({ service, calendar, apps, leaving }: Administered): Scene[] {
  const browser = new Browser(service, laptop);
  const does = (day: number, hour: number, act: () => Promise<unknown>): Scene => ({
    at: calendar.on(day, hour),
    async play() {
      await browser.signIn(cast.admin);
      await act();
    },
  });
  const idOf = async ({ email }: { email: string }): Promise<string> =>
    (await browser.ask(`GET /api/admin/users?query=${encodeURIComponent(email)}`)).body.users[0]?.id;
  const change = async (of: { email: string }, what: "roles" | "status", body: object) =>
    browser.ask(`PUT /api/admin/users/${await idOf(of)}/${what}`, { body });
  const workdays = Array.from({ length: calendar.days }, (_, day) => day).filter((day) => !calendar.isWeekend(day));
  const last = calendar.days - 1;
  return [
    { at: calendar.on(0, 9), play: () => browser.register(cast.admin) },
    ...workdays.slice(1).map((day) => does(day, 8.5, () => browser.look())),
    does(5, 10, () => change(cast.developer, "roles", { isAdmin: false, isDeveloper: true, isPro: true })),
    does(last - 12, 11, () =>
      browser.ask(`PUT /api/admin/applications/${apps[2]?.clientId}/trust`, { body: { trusted: true } }),
    ),
    does(last - 7, 15, () =>
      browser.ask("POST /api/admin/invitations", { body: { uses: 5, isDeveloper: true }, status: 201 }),
    ),
    does(last - 5, 9, () => browser.ask("POST /api/admin/users", { body: newColleague, status: 201 })),
    does(last - 2, 16, () => change(leaving.account, "status", { isActive: false })),
    does(last - 1, 9, () =>
      browser.ask("POST /api/admin/invitations", { body: { email: "sam@example.net" }, status: 201 }),
    ),
  ];
}

const newColleague = { email: "joan@example.com", username: "joan", firstName: "Joan", lastName: "Mensah" };
