import { inject } from "vitest";
import type { Chromium } from "./chromium.ts";

declare module "vitest" {
  interface ProvidedContext {
    chromium: Chromium;
  }
}

/** The browser that was found before this run began. */
export const providedChromium = (): Chromium => inject("chromium");
