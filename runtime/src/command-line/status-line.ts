/** What a status line needs of a stream. */
export interface Terminal {
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  write(text: string): unknown;
}

const clearing = "\r\u001b[K";
const defaultColumns = 80;

/**
 * One line at the end of a terminal, redrawn in place. Whatever else is written to the terminal meanwhile goes through `above`, so that
 * neither tears the other. Does nothing where the stream is no terminal, or one that cannot redraw a line (`TERM=dumb`). It has no colours.
 */
export function createStatusLine(stream: Terminal, environment: NodeJS.ProcessEnv = process.env) {
  let textFor: ((columns: number) => string) | null = null;
  const isTerminal = () => stream.isTTY === true && environment.TERM !== "dumb";
  const draw = () => {
    if (!textFor) return;
    // In the last column, some terminals would begin another line.
    const columns = (stream.columns || defaultColumns) - 1;
    stream.write(clearing + textFor(columns).slice(0, Math.max(0, columns)));
  };
  const clear = () => {
    if (textFor) stream.write(clearing);
  };
  return {
    isTerminal,
    /** Whether a line is shown at this moment. */
    isShown: () => textFor !== null,
    /** `text` gets the number of characters that have room. */
    show(text: (columns: number) => string): void {
      if (!isTerminal()) return;
      textFor = text;
      draw();
    },
    redraw: draw,
    /** Removes the line. */
    end(): void {
      clear();
      textFor = null;
    },
    /** Writes whole lines, above the status line if there is one. */
    above(write: () => void): void {
      clear();
      write();
      draw();
    },
  };
}

export type StatusLine = ReturnType<typeof createStatusLine>;

/** That of this process. */
export const statusLine: StatusLine = createStatusLine(process.stderr);
