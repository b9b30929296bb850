/** Header and claims of a JWT, as JSON with line breaks; null if it is none. Nothing is verified: this is only for reading. */
export function decodedToken(token: string): { header: string; claims: string } | null {
  const [header, claims] = token.split(".");
  const shown = [header, claims].map((part) => (part === undefined ? null : decodedPart(part)));
  return shown[0] && shown[1] ? { header: shown[0], claims: shown[1] } : null;
}

function decodedPart(part: string): string | null {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)), null, 2);
  } catch {
    return null;
  }
}
