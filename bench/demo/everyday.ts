import { wrongCode } from "@attestory/command-api/testing/totp-codes.ts";
import { type App, refreshAt, signInTo } from "./applications.ts";
import { Browser } from "./browser.ts";
import { type Calendar, dayMs, type Scene } from "./calendar.ts";
import type { Extra } from "./cast.ts";
import type { PastService } from "./past-service.ts";

interface Everyday {
  service: PastService;
  calendar: Calendar;
  /** Those that are registered when the scene is played. */
  apps: readonly App[];
}

/** Registers on some day, comes back every few days, and uses applications. */
export function everyday({ service, calendar, apps }: Everyday, who: Extra): Scene[] {
  const { chance } = who;
  const browser = new Browser(service, who.device);
  const firstDay = Math.floor(chance.fraction() ** 0.7 * calendar.days);
  const scenes: Scene[] = [
    { at: calendar.some(firstDay, chance), play: () => browser.register(who.account, { verifies: who.verifies }) },
  ];
  if (!who.verifies) return scenes;
  const habits = habitsOf(who);
  const tokens: Tokens = new Map();
  for (let day = firstDay + 1; day < calendar.days; day++) {
    const chanceToCome = habits.daily * (calendar.isWeekend(day) ? 0.35 : 1) * Math.max(0.4, calendar.passed(day));
    if (chance.fraction() > chanceToCome) continue;
    const at = calendar.some(day, chance);
    const app = chance.oneOf(apps.slice(0, 1 + habits.apps));
    const play = async () => {
      await comeBack(browser, who, habits);
      if (habits.apps > 0 && app && app.from < at) await use(app, browser, tokens);
      if (!habits.rememberMe && chance.below(3) === 0) await browser.signOut();
    };
    scenes.push({ at, play });
  }
  if (habits.forgets)
    scenes.push(forgets(browser, who, calendar.some(Math.min(firstDay + 9, calendar.days - 1), chance)));
  const own = scenes.map((scene) => ({ ...scene, who: who.account.username }));
  return who.wantsTwoFactor ? [...own, ...protects(browser, who, { calendar, day: firstDay + 2 })] : own;
}

interface Habits {
  /** How likely they come on a working day. */
  daily: number;
  rememberMe: boolean;
  /** How many applications they use. */
  apps: number;
  clumsy: boolean;
  forgets: boolean;
}

const habitsOf = ({ chance }: Extra): Habits => ({
  daily: 0.1 + chance.fraction() * 0.4,
  rememberMe: chance.below(3) === 0,
  apps: chance.below(4),
  clumsy: chance.below(5) === 0,
  forgets: chance.below(12) === 0,
});

/** A remembered browser is still signed in. Others give the password, some of them a wrong one first. */
async function comeBack(browser: Browser, { account, chance }: Extra, { rememberMe, clumsy }: Habits): Promise<void> {
  if (browser.isSignedIn) await browser.look();
  if (browser.isSignedIn) return;
  const errs = clumsy && chance.below(3) === 0;
  if (errs) await browser.failToSignIn({ ...account, password: "correct horse batery" });
  const { secret } = account;
  if (errs && secret) await browser.failToSignIn(account, { totpCode: wrongCode(secret, browser.service.now()) });
  await browser.signIn(account, { rememberMe });
}

/** The last refresh token of each application, and when it was given. */
type Tokens = Map<App, { refreshToken: string; at: number }>;

/** A refresh token that rests for 30 days expires: whoever stays away for long signs in to the application anew. */
const keptMs = 25 * dayMs;

async function use(app: App, browser: Browser, tokens: Tokens): Promise<void> {
  const kept = tokens.get(app);
  const at = browser.service.now().getTime();
  const isKept = kept !== undefined && at - kept.at < keptMs;
  const refreshToken = await (isKept ? refreshAt(app, browser, kept.refreshToken) : signInTo(app, browser));
  tokens.set(app, { refreshToken, at });
}

/** Turns on two-factor authentication. Played alone, because it moves the clock. */
function protects(
  browser: Browser,
  { account, chance }: Extra,
  { calendar, day }: { calendar: Calendar; day: number },
): Scene[] {
  if (day >= calendar.days) return [];
  const play = async () => {
    await browser.signIn(account);
    await browser.turnOnTwoFactor(account);
  };
  return [{ at: calendar.some(day, chance), play }];
}

const forgets = (browser: Browser, { account }: Extra, at: number): Scene => ({
  at,
  play: () => browser.ask("POST /api/auth/forgot-password", { body: { email: account.email }, status: null }),
});
