/** The characters of a text as an operator can see them: `\r` for a carriage return. */
export const visible = (text: string): string =>
  JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[^ -~…]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
