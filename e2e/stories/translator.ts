import type { BrowserContext, Page } from "playwright-core";

/** In the page: as a translator that keeps every word, puts each text, and each that comes later, into elements of its own. */
function translateTexts(): void {
  const font = () => {
    const element = document.createElement("font");
    element.style.verticalAlign = "inherit";
    return element;
  };
  const left = "head, font, script, style, svg, textarea";
  const isWord = ({ data, parentElement }: Text) => data.trim() !== "" && !parentElement?.closest(left);
  const translateAll = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts.filter(isWord)) {
      const [outer, inner] = [font(), font()];
      outer.append(inner);
      inner.append(text.data);
      text.replaceWith(outer);
    }
  };
  translateAll();
  new MutationObserver(translateAll).observe(document, { childList: true, characterData: true, subtree: true });
}

export const translate = (page: Page): Promise<void> => page.evaluate(translateTexts);

/** From now on, every page that the browser loads. */
export const translateAllPages = (context: BrowserContext) => context.addInitScript(translateTexts);
