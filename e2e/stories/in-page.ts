import type { Page } from "playwright-core";

/** For loops that run inside a page, where a step costs no call to the browser. */
interface InPage {
  /** Waits until `isThere`. @throws with what `describe` says when that does not come */
  until(isThere: () => boolean, describe: () => string): Promise<void>;
  /** Types into the fields of the page's form, by their names, and sends it. */
  send(fields: Readonly<Record<string, string>>): void;
  /** As `send`, without sending. */
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
        // As a user does: React hears of a value that a script assigns only where the script goes around it.
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
