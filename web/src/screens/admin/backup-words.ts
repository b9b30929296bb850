import type { Parsed } from "../../load-schemas.ts";

type Backups = Parsed<"adminBackups">;

const number = new Intl.NumberFormat("en");
const oneDigit = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const counted = (count: number, one: string): string => `${number.format(count)} ${one}${count === 1 ? "" : "s"}`;

export const sizeOf = (bytes: number): string => `${oneDigit.format(bytes / 1_000_000)} MB`;
export const secondsOf = (ms: number): string => `${oneDigit.format(ms / 1000)} s`;

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** "day", "6 hours". */
export function intervalOf(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds % each === 0) ?? ["second", 1];
  return seconds === length ? unit : counted(seconds / length, unit);
}

/** "47,000 events, 1 account, 38 applications and 911 consents". */
export const countsOf = ({ events, accounts, applications, consents }: NonNullable<Backups["proven"]>): string =>
  `${counted(events, "event")}, ${counted(accounts, "account")}, ${counted(applications, "application")} and ` +
  counted(consents, "consent");

const intervals = 3;

/** Whether the last proof is so old that readiness is degraded. */
export const isOverdue = ({ everySeconds, proven }: Pick<Backups, "everySeconds" | "proven">, now: Date): boolean =>
  everySeconds !== null && proven !== null && now.getTime() - Date.parse(proven.at) > intervals * everySeconds * 1000;
