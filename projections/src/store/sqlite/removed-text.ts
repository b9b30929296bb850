const time = /^\d{4}-\d\d-\d\dT/;

function* textsOf(value: unknown): Generator<string> {
  if (typeof value === "string" && !time.test(value)) yield value;
  if (value && typeof value === "object") for (const field of Object.values(value)) yield* textsOf(field);
}

/** Whether a text of the document, other than a time, is not in what replaces it. */
export function removesText(old: object | null, next: object | null): boolean {
  if (old === null) return false;
  const left = new Set(textsOf(next));
  for (const text of textsOf(old)) if (!left.has(text)) return true;
  return false;
}
