import { Browser } from "./browser.ts";
import { type Calendar, minuteMs, type Scene } from "./calendar.ts";
import { cast, type Extra, stranger } from "./cast.ts";
import type { PastService } from "./past-service.ts";

interface Attacked {
  service: PastService;
  calendar: Calendar;
  extras: readonly Extra[];
}

const guesses = [
  "maria1985",
  "Maria123!",
  "rossi.maria",
  "password",
  "letmein",
  "qwertz",
  "summer2026",
  "ciao",
  "roma",
  "maria",
];

/** Guesses of one account's password until it waits, one password tried on many accounts, and a sign-in from an unknown place. */
export function attacks({ service, calendar, extras }: Attacked): Scene[] {
  const browser = new Browser(service, stranger);
  const last = calendar.days - 1;
  const guess = (at: number, email: string, password: string): Scene => ({
    at,
    play: () => browser.failToSignIn({ email, password }),
  });
  // Each waits longer than the one before, so every guess is made after the longest wait.
  const night = calendar.on(last - 4, 2);
  const oneAccount = Array.from({ length: 18 }, (_, number) =>
    guess(night + number * 16 * minuteMs, cast.person.email, guesses[number % guesses.length] ?? ""),
  );
  const early = calendar.on(last - 1, 3);
  const manyAccounts = extras
    .slice(0, 30)
    .map(({ account }, number) => guess(early + number * 4000, account.email, "123456"));
  return [...oneAccount, ...manyAccounts];
}
