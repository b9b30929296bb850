/** Of the guide, which is one place for all that the reader can choose. */
export const guideAnchor = "guide";

/** Where an entry leads. */
export interface Target {
  path: "/docs" | "/docs/api";
  /** Parameters of the address; null takes one away. Those that are not named stay as the reader has them. */
  parameters: Readonly<Record<string, string | null>>;
  anchor: string;
}

/** A sentence or a line of code that can be found, and shown as the place where it was. */
export interface Line {
  text: string;
  isCode?: boolean;
  /** Found too, but never shown. */
  unseen?: string;
  /** Where it is, if that is not where the entry begins. */
  target?: Target;
}

/** What the search finds. */
export interface Entry {
  /** The part of the documentation that it is in. */
  group: string;
  title: string;
  /** As programs name it, which is shown; and what else it is called. */
  name?: string;
  otherNames?: readonly string[];
  lines: readonly Line[];
  target: Target;
}

export function hrefOf({ path, parameters, anchor }: Target, search: string): string {
  const query = new URLSearchParams(path === "/docs" ? search : "");
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return `${path}${query.size > 0 ? `?${query}` : ""}#${anchor}`;
}
