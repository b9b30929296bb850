import type { Page } from "playwright-core";

/** Functions for loops inside a page, where a step costs no call to the browser. */
interface InPage {
  /** Waits until `isThere` is true. @throws with the text of `describe` if it does not become true */
  until(isThere: () => boolean, describe: () => string): Promise<void>;
  /** Enters values into the fields of the page's form, by their names, and submits it. */
  send(fields: Readonly<Record<string, string>>): void;
  /** As `send`, without submitting. */
  type(fields: Readonly<Record<string, string>>): void;
}

declare global {
  interface Window {
    inPage: InPage;
  }
}

/** Defines `window.inPage` in the document that the page shows. */
export const defineInPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const form = () => document.querySelector("form");
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value") ?? {};
    const type: InPage["type"] = (fields) => {
      for (const [name, value] of Object.entries(fields)) {
        const field = form()?.elements.namedItem(name);
        if (!(field instanceof HTMLInputElement)) throw new Error(`no field is called ${name}`);
        // As when a user types: React ignores a value set through its own property, so this uses the prototype's setter.
        set?.call(field, value);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
    };
    window.inPage = {
      async until(isThere, describe) {
        const hangs = AbortSignal.timeout(60_000);
        while (!isThere()) {
          if (hangs.aborted) throw new Error(describe());
          await new Promise((soon) => setTimeout(soon));
        }
      },
      type,
      send(fields) {
        type(fields);
        form()?.requestSubmit();
      },
    };
  });
