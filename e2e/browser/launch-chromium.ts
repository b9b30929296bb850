import { type Browser, chromium } from "playwright-core";
import type { Chromium } from "./chromium.ts";

/** Disables background requests and resolves only our host: a page that requests another host fails, on any machine. */
const alone = [
  "--no-sandbox",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
];

/** Starts it headless; the caller closes it. */
export function launchChromium({ executablePath, env }: Chromium, more: readonly string[] = []): Promise<Browser> {
  const present = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return chromium.launch({
    executablePath,
    args: [...alone, ...more],
    env: { ...Object.fromEntries(present), ...env },
    timeout: 60_000,
  });
}
