import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { findChromium } from "./browser/find-chromium.ts";
import { launchChromium } from "./browser/launch-chromium.ts";
import { startStack } from "./start-stack.ts";
import { allScreens } from "./stories/screens/all-screens.ts";
import { floating } from "./stories/screens/look.ts";
import type { Screen } from "./stories/screens/screen.ts";
import { openStage } from "./stories/screens/stage.ts";

const usage = `Takes a picture of every screen in each of its states, in both themes, at 375 and 1280 px.

  npm run screenshots -- [--folder DIR] [--only TEXT]
  npm run screenshots -- --readme DIR      the pictures that the README shows

  --folder   where the pictures go; a new one in the temporary folder unless said
  --only     only screens whose name contains this
`;

const { values } = parseArgs({
  options: {
    folder: { type: "string" },
    only: { type: "string", default: "" },
    readme: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}

const { readme } = values;
/** The sign-in on the way to an application, the last requests of an application, and the activity. */
const ofReadme = ["login-on-the-way", "developer", "activity"];
const pictured = readme ? allScreens.filter(({ name }) => ofReadme.includes(name)) : allScreens;
const screens = pictured.filter(({ name }) => name.includes(values.only));
if (screens.length === 0) throw new Error(`no screen is called ${values.only}`);
const folder = resolve(readme ?? values.folder ?? mkdtempSync(join(tmpdir(), "attestory-screenshots-")));

const views = readme
  ? [{ width: 1280, height: 720, theme: "light", path: ({ name }: Screen) => join(folder, `${name}.png`) } as const]
  : [1280, 375].flatMap((width) =>
      (["light", "dark"] as const).map((theme) => ({
        width,
        height: 800,
        theme,
        path: ({ name }: Screen) => join(folder, `${name}-${width}-${theme}.png`),
      })),
    );

// First, because a missing browser ends this program and would leave an already started service running.
const chromium = await findChromium();
// The service trusts the proxy's header for the locations of the sessions' devices.
const stack = await startStack({ TRUST_PROXY: "1" });
const browser = await launchChromium(chromium);
let amiss = 0;
try {
  const stage = await openStage(browser, stack.url);
  mkdirSync(folder, { recursive: true });
  for (const screen of screens) {
    const troubles = await stage.show(screen, async (page) => {
      for (const { width, height, theme, path } of views) {
        if (screen.only && (screen.only === "narrow") !== width < 640) continue;
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: theme });
        // Floating elements belong to the window and not to the page. The README shows the top of a page.
        const fullPage = !readme && (await floating(page)) === 0;
        await page.screenshot({ path: path(screen), fullPage, animations: "disabled" });
      }
    });
    amiss += troubles.length;
    process.stdout.write([screen.name, ...troubles.map((line) => `  ${line}`), ""].join("\n"));
  }
} finally {
  await browser.close();
  await stack.remove();
}
process.stdout.write(`${folder}\n`);
process.exitCode = amiss === 0 ? 0 : 1;
