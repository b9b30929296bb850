/**
 * Keeps the app working while the browser translates its page. A translator puts `font` elements in the place of text nodes, but React goes on
 * with the nodes that it made: it changes their text, which nobody sees then, removes them, and inserts before them, both of which throw
 * `NotFoundError`. Here these calls reach what stands in a node's place, and a text that changes comes back, to be translated again.
 */

/** What another program put in the place of a node. */
const standIns = new WeakMap<Node, ChildNode>();

const { insertBefore, removeChild } = Node.prototype;

const replacing = new MutationObserver(noteReplaced);
replacing.observe(document.documentElement, { childList: true, subtree: true });

const changing = new MutationObserver((records) => {
  for (const { target } of records) bringBack(target);
});

const isText = (node: Node | null | undefined): node is ChildNode => node instanceof Text;
const isTranslation = (node: Node | null | undefined): node is ChildNode =>
  node instanceof HTMLElement && node.localName === "font";

function noteReplaced(records: readonly MutationRecord[]): void {
  for (const record of records) {
    for (const removed of record.removedNodes) {
      const standIn = standInFor(removed, record);
      if (standIn === undefined) continue;
      standIns.set(removed, standIn);
      // It is shown now, so nothing stands for it any more. Otherwise two nodes could stand for each other.
      standIns.delete(standIn);
      changing.observe(removed, { characterData: true });
    }
  }
}

/** A translator replaces a text in one step, or inserts beside it and then removes it. What it translated it may put back as a new text. */
function standInFor(
  removed: Node,
  { addedNodes, previousSibling, nextSibling }: MutationRecord,
): ChildNode | undefined {
  const beside = [...addedNodes, previousSibling, nextSibling];
  if (isText(removed)) return beside.find(isTranslation);
  return isTranslation(removed) ? beside.find((node) => isTranslation(node) || isText(node)) : undefined;
}

/** The child of `parent` that shows `node`: the node itself or what stands in its place. Null if nothing does any more. */
function shownIn(parent: Node, node: Node): Node | null {
  noteReplaced(replacing.takeRecords());
  let shown: Node | undefined = node;
  while (shown && shown.parentNode !== parent) shown = standIns.get(shown);
  return shown ?? null;
}

function bringBack(text: Node): void {
  let standIn = standIns.get(text);
  while (standIn && !standIn.isConnected) standIn = standIns.get(standIn);
  if (standIn && isText(text) && !text.isConnected) standIn.replaceWith(text);
}

Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
  const shown = child.parentNode === this ? child : shownIn(this, child);
  if (shown !== null) removeChild.call(this, shown);
  return child;
};

Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, before: Node | null): Added {
  const place = !before || before.parentNode === this ? before : shownIn(this, before);
  insertBefore.call(this, added, place);
  return added;
};
