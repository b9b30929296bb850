/** What the browser did not take; it holds until the page is left. */
const inThisPage = new Map<string, string>();

const tried = <Result>(act: () => Result): Result | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

/**
 * As `localStorage`, also in a browser that keeps no data of sites, where reading that property throws, and in one without space for more,
 * where writing does.
 */
export const browserStorage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = {
  getItem: (key) => inThisPage.get(key) ?? tried(() => localStorage.getItem(key)) ?? null,
  setItem(key, value) {
    const isKept = tried(() => {
      localStorage.setItem(key, value);
      return true;
    });
    if (isKept) inThisPage.delete(key);
    else inThisPage.set(key, value);
  },
  removeItem(key) {
    inThisPage.delete(key);
    tried(() => localStorage.removeItem(key));
  },
};
