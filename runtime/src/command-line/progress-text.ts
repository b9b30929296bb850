/** How far something is. */
export interface ProgressFigures {
  /** What is being done: "Building 3 read models". */
  what: string;
  done: number;
  /** Null if it is not known. */
  total: number | null;
  /** What is counted: "events". */
  unit: string;
  perSecond?: number | undefined;
  /** Infinity if it is not known. */
  secondsLeft?: number | undefined;
}

const barWidths = [30, 12];
const minute = 60;
const hour = 3600;

const number = (value: number) => Math.round(value).toLocaleString("en");

/** Whole percents; never 100, as something is always left to do while this is asked. */
export const percentOf = (done: number, total: number): number =>
  total > 0 ? Math.min(99, Math.floor((done / total) * 100)) : 0;

/** "45 s", "3 min 20 s", "2 h 5 min". */
export function durationOf(seconds: number): string {
  if (seconds < minute) return `${Math.ceil(seconds)} s`;
  if (seconds < hour) return `${Math.floor(seconds / minute)} min ${Math.ceil(seconds % minute)} s`;
  return `${Math.floor(seconds / hour)} h ${Math.floor((seconds % hour) / minute)} min`;
}

/** The same in words, for a log file. */
export const progressLine = (figures: ProgressFigures): string =>
  figures.total === null
    ? `${figures.what}: ${counted(figures)}`
    : `${figures.what}: ${percentOf(figures.done, figures.total)} %, ${details(figures)}`;

/** The fullest form that has room in so many characters. */
export function progressBar(figures: ProgressFigures, columns: number): string {
  const forms = formsOf(figures);
  return forms.find(({ length }) => length <= columns) ?? forms.at(-1) ?? "";
}

function formsOf(figures: ProgressFigures): string[] {
  const { what, done, total } = figures;
  if (total === null) return [`${what}: ${counted(figures)}`, counted(figures)];
  const percent = `${percentOf(done, total)} %`;
  const left = timeLeft(figures);
  return [
    ...barWidths.map((width) => `${what} ${bar(done / total, width)} ${percent}, ${details(figures)}`),
    `${verbOf(what)} ${bar(done / total, 12)} ${percent}, ${details({ ...figures, total: null })}`,
    `${what}: ${percent}, ${details(figures)}`,
    `${what}: ${[percent, ...left].join(", ")}`,
    [percent, ...left].join(", "),
    percent,
  ];
}

/** Of "Building 3 read models". */
const verbOf = (what: string) => what.split(" ", 1)[0];

function bar(share: number, width: number): string {
  const filled = Math.min(width, Math.max(0, Math.floor((share || 0) * width)));
  return `[${"#".repeat(filled)}${".".repeat(width - filled)}]`;
}

const counted = ({ done, total, unit }: ProgressFigures) =>
  total === null ? `${number(done)} ${unit}` : `${number(done)} of ${number(total)} ${unit}`;

function details(figures: ProgressFigures): string {
  const { perSecond } = figures;
  const rate = perSecond ? [`${number(perSecond)}/s`] : [];
  return [counted(figures), ...rate, ...timeLeft(figures)].join(", ");
}

const timeLeft = ({ secondsLeft }: ProgressFigures): string[] =>
  secondsLeft !== undefined && Number.isFinite(secondsLeft) ? [`${durationOf(secondsLeft)} left`] : [];
