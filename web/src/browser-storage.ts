/** As `localStorage`, which throws in a browser that keeps no data of sites: then it holds until the page is left. */
export const browserStorage: Pick<Storage, "getItem" | "setItem" | "removeItem"> = usable() ?? inThisPage();

/** Where the browser blocks site data, already reading the property throws; where its space is used up, only writing does. */
function usable(): Storage | null {
  const probe = "storage-probe";
  try {
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return null;
  }
}

function inThisPage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}
