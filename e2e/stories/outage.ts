import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Stack, startStack } from "../start-stack.ts";
import { story } from "./story.ts";
import { openVisitor, type Visitor } from "./visitor.ts";

interface Power {
  /** `kill -9`. */
  cut(): Promise<void>;
  /** From now on calls are accepted but not answered; the next `cut` ends them. */
  hold(): void;
  /** Starts a new process at the same address on the same folder. */
  restore(): Promise<void>;
}

/** Failures of requests that the page makes by itself: files, and field checks while typing. Each story expects its other calls. */
const byItself = [
  "no answer: POST /api/auth/check",
  "no answer: GET /assets/",
  "no answer: GET /favicon.svg",
  "console error: LoadFailure",
];

/** A story on a separate process, which it can end. */
export const outage = story
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern what a fixture needs.
  .extend("service", { scope: "file" }, ({}) => startStack())
  .extend("power", { scope: "file" }, async ({ service }, { onCleanup }): Promise<Power> => {
    let running: Stack = service;
    onCleanup(async () => {
      await running.remove();
    });
    return {
      cut: () => running.kill(),
      hold: () => void running.process.kill("SIGSTOP"),
      async restore() {
        running = await running.restart();
      },
    };
  })
  .extend("arrive", async ({ browser, service }, { onCleanup }) => {
    const visitors: Visitor[] = [];
    onCleanup(async () => {
      const troubles = await Promise.all(visitors.map((visitor) => visitor.leave(byItself)));
      expect(troubles.flat(), "what went wrong in the browsers").toEqual([]);
    });
    return async (token?: string): Promise<Visitor> => {
      const visitor = await openVisitor(browser, service.url, token ? { token } : {});
      visitors.push(visitor);
      return visitor;
    };
  });

export const outOfReach = "The service could not be reached. Check your connection and try again.";

/** Waits for the message in a toast, or as plain text if the code of toasts did not load. */
export async function waitForMessage(page: Page, title: string, sentence: string) {
  await page.getByText(title, { exact: true }).waitFor();
  await page.getByText(sentence).first().waitFor();
}
