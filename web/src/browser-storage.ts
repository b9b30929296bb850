type Kept = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const tried = <Result>(act: () => Result): Result | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

/**
 * A storage that also works in a browser that keeps no data of sites, where reaching it throws, and in one without space for more, where
 * writing does: what the browser did not take holds until the page is left.
 */
function lasting(storage: () => Storage): Kept {
  const inThisPage = new Map<string, string>();
  return {
    getItem: (key) => inThisPage.get(key) ?? tried(() => storage().getItem(key)) ?? null,
    setItem(key, value) {
      const isKept = tried(() => {
        storage().setItem(key, value);
        return true;
      });
      if (isKept) inThisPage.delete(key);
      else inThisPage.set(key, value);
    },
    removeItem(key) {
      inThisPage.delete(key);
      tried(() => storage().removeItem(key));
    },
  };
}

/** Outlasts the browser, and every tab sees it. */
export const browserStorage = lasting(() => localStorage);
/** Of this tab alone; a reload keeps it. */
export const tabStorage = lasting(() => sessionStorage);
