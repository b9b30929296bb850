import type { Socket } from "node:net";

const headEnd = "\r\n\r\n";
/** A slice is at least that long, so that a flood of empty lines costs little. */
const leastBytes = 64;

/** The bytes of one connection that Node's parser has not been given yet. */
export interface PacedReading {
  /** How many bytes wait. */
  readonly waitingBytes: number;
  /** Gives the parser the next slice. Returns whether there was one that the parser takes. */
  giveSlice(): boolean;
}

interface Pace {
  /** Whether the parser gets all bytes as they arrive. Otherwise they wait for `giveSlice`. */
  isFree(): boolean;
  /** Called when `giveSlice` has something to give. */
  onWaiting(): void;
}

/** The length of the first slice: up to the end of a request's head, so that a slice begins one request, rarely up to four. */
const sliceLength = (chunk: Buffer): number => {
  if (chunk.length <= leastBytes) return chunk.length;
  const end = chunk.indexOf(headEnd, leastBytes - headEnd.length, "latin1");
  return end === -1 ? chunk.length : end + headEnd.length;
};

/**
 * Gives Node's parser the bytes of a connection in slices, a request at a time. Otherwise Node parses 64 kB in one go, which may be
 * 3,000 requests. While bytes wait, nothing is read from the connection, so that its client has to wait as well. See
 * docs/decisions/pipelined-requests.md.
 */
export const paceReading = (socket: Socket, { isFree, onWaiting }: Pace): PacedReading => {
  const push = socket.push.bind(socket);
  const read = socket._read.bind(socket);
  /** `null` is the end of the client's data. */
  const waiting: (Buffer | null)[] = [];
  let isReadWanted = false;

  const mayGive = () => waiting.length > 0 && !socket.isPaused() && !socket.destroyed;
  const takeSlice = (): Buffer | null => {
    const chunk = waiting.shift() ?? null;
    if (chunk === null) return null;
    const length = sliceLength(chunk);
    if (length < chunk.length) waiting.unshift(chunk.subarray(length));
    return length < chunk.length ? chunk.subarray(0, length) : chunk;
  };
  const give = () => {
    const wantsMore = push(takeSlice());
    if (waiting.length > 0 || !isReadWanted) return wantsMore;
    isReadWanted = false;
    read(leastBytes);
    return wantsMore;
  };

  // With a listener of its own, Node reads the connection as a stream, instead of inside its parser.
  socket.on("data", () => {});
  socket.on("resume", () => waiting.length > 0 && onWaiting());
  socket.push = (chunk: Buffer | null) => {
    let wantsMore = true;
    waiting.push(chunk);
    while (isFree() && mayGive()) wantsMore = give();
    if (waiting.length === 0) return wantsMore;
    onWaiting();
    return false;
  };
  socket._read = (size) => {
    if (waiting.length > 0) isReadWanted = true;
    else read(size);
  };
  return {
    get waitingBytes() {
      return waiting.reduce((bytes, chunk) => bytes + (chunk?.length ?? 0), 0);
    },
    giveSlice() {
      if (!mayGive()) return false;
      give();
      return true;
    },
  };
};
