import { useLayoutEffect, useRef } from "react";

/** Whoever moved the pointer over the list within this time looks at it. A pointer that only rests there says nothing. */
const lookingMs = 10_000;

/**
 * Keeps what the reader looks at in its place when items are added above it. A reader who has scrolled, moves over the list or is within it
 * looks at something; any other one sees the new items. `ids`: of the items, from the top. Returns properties of the list.
 */
export function useHeldPlace(ids: readonly string[]) {
  const list = useRef<HTMLOListElement>(null);
  const formerFirst = useRef(ids[0]);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    const added = ids.indexOf(formerFirst.current ?? "");
    formerFirst.current = ids[0];
    const [first, former] = [list.current?.children[0], list.current?.children[added]];
    const isOverList = performance.now() - movedAt.current < lookingMs;
    const isLookedAt = scrollY > 0 || isOverList || list.current?.matches(":focus-within");
    if (!first || !former || !isLookedAt) return;
    scrollBy({ top: former.getBoundingClientRect().top - first.getBoundingClientRect().top, behavior: "instant" });
  }, [ids]);
  const onPointerMove = () => {
    movedAt.current = performance.now();
  };
  return { ref: list, onPointerMove };
}
