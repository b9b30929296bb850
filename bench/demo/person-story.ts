import { type App, signInTo } from "./applications.ts";
import { Browser } from "./browser.ts";
import { type Calendar, minuteMs, type Scene } from "./calendar.ts";
import { cast, laptop, phone, stranger } from "./cast.ts";
import type { PastService } from "./past-service.ts";

interface Lived {
  service: PastService;
  calendar: Calendar;
  apps: readonly App[];
}

/** A person with several browsers and connected applications, whose password was guessed at, and who signs in from a new place. */
export function personStory({ service, calendar, apps }: Lived): Scene[] {
  const { person } = cast;
  const [home, mobile, abroad] = [
    { ...laptop, ip: "198.51.100.21" },
    { ...phone, ip: "198.51.100.22" },
    { ...stranger, ip: "192.0.2.19" },
  ].map((device) => new Browser(service, device)) as [Browser, Browser, Browser];
  const last = calendar.days - 1;
  const connects = (day: number, number: number): Scene => ({
    at: calendar.on(day, 19),
    async play() {
      await home.signIn(person, { rememberMe: true });
      if (apps[number]) await signInTo(apps[number], home);
    },
  });
  const week = Array.from({ length: 12 }, (_, number) => last - number);
  return [
    { at: calendar.on(2, 18), play: () => home.register(person) },
    connects(5, 0),
    connects(last - 20, 1),
    connects(last - 8, 2),
    { at: calendar.on(last - 16, 21), play: () => mobile.signIn(person, { rememberMe: true }) },
    ...week.map((day) => ({ at: calendar.on(day, 7), play: () => mobile.look() })),
    {
      at: calendar.on(last - 9, 20),
      async play() {
        await home.signIn(person, { rememberMe: true });
        await home.ask("PUT /api/user/profile", { body: { firstName: "Maria", lastName: "Rossi-Berg" } });
      },
    },
    // The wait after the guesses is over by then.
    { at: calendar.on(last - 1, 20), play: () => home.signIn(person, { rememberMe: true }) },
    { at: calendar.on(last, 22), play: () => abroad.signIn(person) },
    { at: calendar.on(last, 22) + minuteMs / 2, play: () => home.look() },
  ];
}
