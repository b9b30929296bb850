type Named = { firstName: string | null; lastName: string | null; username: string };

const firstLetter = (text: string | null) => [...(text ?? "").normalize("NFC").trim()][0] ?? "";

/** First letters of first and last name, or else the upper-case first letter of the username, or else U. */
export function initials({ firstName, lastName, username }: Named): string {
  const first = firstLetter(firstName);
  const last = firstLetter(lastName);
  if (first && last) return `${first}${last}`.toLocaleUpperCase("en");
  return firstLetter(username).toLocaleUpperCase("en") || "U";
}
