import { type Browser, chromium } from "playwright-core";
import type { Chromium } from "./chromium.ts";

/** Nothing that calls home, and no name but ours resolves: a page that asks for another host fails, on any machine. */
const alone = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];

/** Starts it headless; whoever asked closes it. */
export function launchChromium({ executablePath, env }: Chromium, more: readonly string[] = []): Promise<Browser> {
  const present = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return chromium.launch({
    executablePath,
    args: [...alone, ...more],
    env: { ...Object.fromEntries(present), ...env },
    timeout: 60_000,
  });
}
