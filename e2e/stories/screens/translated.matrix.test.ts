import { describe } from "vitest";
import { sharedProduct } from "../../shared-product.ts";
import { story } from "../story.ts";
import { allScreens } from "./all-screens.ts";
import { openStage } from "./stage.ts";

const translated = story.extend("stage", { scope: "worker" }, async ({ browser }, { onCleanup }) => {
  const stage = await openStage(browser, (await sharedProduct()).url, { isTranslated: true });
  onCleanup(() => stage.close());
  return stage;
});

describe.concurrent("FA-01 under a translator", () => {
  for (const screen of allScreens) {
    translated(screen.name, async ({ stage, expect }) => {
      expect(await stage.show(screen, async () => {})).toEqual([]);
    });
  }
});
