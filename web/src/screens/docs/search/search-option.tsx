import type { MouseEvent } from "react";
import { Link } from "wouter";
import { hrefOf, type Target } from "./entry.ts";
import { excerpt, marked } from "./folded.ts";
import type { Found } from "./matching.ts";

type SearchOptionProps = {
  id: string;
  found: Found;
  words: readonly string[];
  /** The query of the address, which keeps what the reader chose. */
  search: string;
  isChosen: boolean;
  onPoint: () => void;
  onFollow: (target: Target) => void;
};

const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** A result: a link that the field leads to, so it can be opened in another tab too. */
export function SearchOption({ id, found, words, search, isChosen, onPoint, onFollow }: SearchOptionProps) {
  const { entry, line } = found;
  const target = line?.target ?? entry.target;
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      href={hrefOf(target, search)}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={isChosen ? undefined : onPoint}
      onClick={(event) => isPlain(event) && onFollow(target)}
      className="block border-l-2 border-transparent py-2 pr-4 pl-3.5 wrap-anywhere aria-selected:border-accent aria-selected:bg-accent-tint"
    >
      <span className="block font-medium">
        <Marked text={entry.title} words={words} />
      </span>
      {entry.name !== undefined && (
        <span className="block font-mono text-xs text-muted">
          <Marked text={entry.name} words={words} />
        </span>
      )}
      {line && (
        <span className={`line-clamp-2 text-muted ${line.isCode ? "font-mono text-xs" : "text-sm"}`}>
          <Marked text={excerpt(line.text, words)} words={words} />
        </span>
      )}
    </Link>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return marked(text, words).map(({ text: piece, isMarked }, at) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name
      <mark key={at} className="bg-transparent font-semibold text-accent-text">
        {piece}
      </mark>
    ) : (
      piece
    ),
  );
}
