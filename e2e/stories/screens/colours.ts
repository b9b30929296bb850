import type { Page } from "playwright-core";

declare global {
  interface Window {
    /** How a text is coloured: texts with the same answer have the same contrast. Null for an element without a visible text. */
    colouring?(element: Element): string | null;
  }
}

/** Defines `window.colouring` in the document that the page shows. */
export const defineColouring = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const textless = 'svg, :disabled, [aria-disabled="true"], label:has(:disabled)';
    const fields = 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea';
    const dialogs = '[role="dialog"], [role="alertdialog"]';
    const clear = "rgba(0, 0, 0, 0)";
    const isOpaque = (colour: string) => /^rgb\(|^(?!rgba)\w+\([^/]*\)$/.test(colour);

    const hasText = (element: Element) =>
      element.matches(fields) ||
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());

    const isSeen = (element: Element) => {
      const { bottom, right, width } = element.getBoundingClientRect();
      const isOnlyHeard =
        getComputedStyle(element).clipPath !== "none" || width <= 1 || right <= 0 || bottom + scrollY <= 0;
      return !isOnlyHeard && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    };

    const outwards = (element: Element | null): Element[] =>
      element ? [element, ...outwards(element.parentElement)] : [];

    /** What makes a text and its ground fainter. */
    const effects = (elements: Element[]) =>
      elements
        .map((each) => getComputedStyle(each))
        .map(({ filter, mixBlendMode, opacity }) => [opacity, filter, mixBlendMode].join())
        .filter((each) => each !== "1,none,normal");

    /** What is painted below a text, up to the first that hides the rest. */
    const ground = (elements: Element[]) => {
      const styles = elements.map((each) => getComputedStyle(each));
      const hiding = styles.findIndex((each) => each.backgroundImage === "none" && isOpaque(each.backgroundColor));
      const seen = hiding < 0 ? styles : styles.slice(0, hiding + 1);
      // What lies somewhere else may cover anything.
      const lifted = elements
        .slice(0, seen.length - 1)
        .filter((_, at) => /absolute|fixed/.test(seen[at]?.position ?? ""))
        .map((each) => `${each.getAttribute("class")}`);
      return [
        ...seen
          .map(({ backgroundColor, backgroundImage }) => `${backgroundColor} ${backgroundImage}`)
          .filter((each) => each !== `${clear} none`),
        ...lifted,
      ];
    };

    /** A link must differ from the text that it is in. */
    const linkWithin = (element: Element) => {
      const link = element.closest("a");
      const around = link?.parentElement;
      if (!link || !around || !hasText(around)) return "";
      return `link ${getComputedStyle(link).textDecorationLine} ${getComputedStyle(around).color}`;
    };

    window.colouring = (element) => {
      if (!hasText(element) || element.closest(textless) || !isSeen(element)) return null;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const size = Number.parseFloat(fontSize);
      const isLarge = size >= 24 || (size >= 18.5 && Number(fontWeight) >= 700);
      // The shade of a dialog lies on everything else.
      const isShaded = document.querySelector(dialogs) !== null && !element.closest(dialogs);
      const elements = outwards(element);
      return [
        color,
        textShadow,
        isLarge,
        isShaded,
        linkWithin(element),
        ...effects(elements),
        ...ground(elements),
      ].join("; ");
    };
  });

/** How the texts that the page shows are coloured. */
export const colourings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = [...document.body.querySelectorAll("*")].map((one) => window.colouring?.(one));
    return [...new Set(found.filter((one) => typeof one === "string"))];
  });
