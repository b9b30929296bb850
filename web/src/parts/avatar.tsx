/** One or two letters in a circle. */
export function Avatar({ letters }: { letters: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 flex-none place-items-center rounded-full bg-active text-xs font-semibold tracking-[0.01em] text-ink"
    >
      {letters}
    </span>
  );
}
