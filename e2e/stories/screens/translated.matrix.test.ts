import { describe } from "vitest";
import { sharedProduct } from "../../shared-product.ts";
import { story } from "../story.ts";
import { allScreens } from "./all-screens.ts";
import { openStage } from "./stage.ts";

const translated = story.extend("stage", { scope: "worker" }, async ({ browser }, { onCleanup }) => {
  // A stage needs a service that no other stage has used.
  const { url } = await sharedProduct({ LOG_LEVEL: "info" });
  const stage = await openStage(browser, url, { isTranslated: true });
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
