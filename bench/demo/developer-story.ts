import { call } from "@attestory/e2e/http/client.ts";
import type { App } from "./applications.ts";
import { Browser } from "./browser.ts";
import { type Calendar, dayMs, type Scene } from "./calendar.ts";
import { cast, workstation } from "./cast.ts";
import type { PastService } from "./past-service.ts";

interface Plan {
  name: string;
  description: string;
  type: "confidential" | "public";
  /** Of the history, on which it is registered. */
  day: number;
}

const plans: readonly Plan[] = [
  { name: "Ledgerline", description: "Bookkeeping for small teams.", type: "confidential", day: 1 },
  { name: "Field Notes", description: "Notes and photographs from the field.", type: "public", day: 3 },
  { name: "Harbour CRM", description: "Customers, offers and invoices.", type: "confidential", day: 8 },
  { name: "Timesheet", description: "Who worked on what, and for how long.", type: "public", day: 14 },
];

interface Telling {
  service: PastService;
  calendar: Calendar;
}

/** The developer, the applications and the API keys. `apps` grows while the scenes are played. */
export function developerStory({ service, calendar }: Telling): { scenes: Scene[]; apps: App[] } {
  const { developer } = cast;
  const browser = new Browser(service, workstation);
  const keys = new Map<string, string>();
  const apps: App[] = plans.map(({ name, day }) => ({
    name,
    clientId: "",
    clientSecret: null,
    redirectUri: `https://${name.toLowerCase().replace(" ", "-")}.example.com/callback`,
    from: calendar.on(day, 12),
  }));
  const registers = (plan: Plan, app: App): Scene => ({
    at: calendar.on(plan.day, 10),
    async play() {
      await browser.signIn(developer);
      const { name, description, type } = plan;
      const homepageUrl = new URL("/", app.redirectUri).href;
      const body = { name, description, type, homepageUrl, redirectUris: [app.redirectUri] };
      const { application } = (await browser.ask("POST /api/developer/applications", { body, status: 201 })).body;
      Object.assign(app, { clientId: application.clientId, clientSecret: application.clientSecret });
    },
  });
  const makesKeys: Scene = {
    at: calendar.on(6, 15),
    async play() {
      await browser.signIn(developer);
      for (const [name, scopes] of [
        ["Nightly report", ["users:read"]],
        ["Status page", ["health:read"]],
      ] as const) {
        const expiresAt = new Date(calendar.on(6, 0) + 90 * dayMs).toISOString();
        const body = { name, scopes, expiresAt };
        keys.set(name, (await browser.ask("POST /api/developer/api-keys", { body, status: 201 })).body.apiKey.keyValue);
      }
    },
  };
  const usesKey = (name: string, request: string, at: number): Scene => ({
    at,
    play: () => call(service.url, request, { token: keys.get(name) ?? "" }),
  });
  const daily = Array.from({ length: calendar.days - 7 }, (_, number) => number + 7).flatMap((day) => [
    usesKey("Nightly report", "GET /api/users", calendar.on(day, 2)),
    usesKey("Status page", "GET /api/system/health", calendar.on(day, 23)),
    ...(calendar.isWeekend(day) ? [] : [{ at: calendar.on(day, 9.5), play: () => browser.signIn(developer) }]),
  ]);
  const scenes: Scene[] = [
    {
      at: calendar.on(0, 11),
      async play() {
        await browser.register(developer);
        await browser.ask("POST /api/user/enable-developer");
      },
    },
    ...plans.flatMap((plan, number) => (apps[number] ? [registers(plan, apps[number])] : [])),
    makesKeys,
    ...daily,
  ];
  return { scenes, apps };
}
