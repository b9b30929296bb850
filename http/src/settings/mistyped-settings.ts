import { nearestName } from "@attestory/runtime/command-line/nearest-name.ts";

/** Shorter names resemble too many other words: for them, only two swapped letters count. */
const shortest = 6;
/** From this length, two edits still leave no doubt. */
const long = 10;
/** Variables that other programs read, near to one of ours. */
const usual = new Set(["LOGLEVEL", "LOGFORMAT", "BACKUP_KEY"]);

/**
 * A line for each variable that is none of the settings, and is hardly anything but a mistyped one: the setting itself is not given. Whoever
 * needs the variable for another program gives the setting too.
 */
export function mistypedSettings(given: Readonly<Record<string, string>>, settings: readonly string[]): string[] {
  const absent = settings.filter((name) => !given[name]);
  return Object.keys(given).flatMap((name) => {
    const meant = settings.includes(name) || usual.has(name) ? null : settingMeant(name, absent);
    return meant === null ? [] : [`${name} is no setting; did you mean ${meant}?`];
  });
}

const settingMeant = (name: string, absent: readonly string[]): string | null =>
  nearestName(
    name,
    absent.filter((each) => each.length >= long),
  ) ??
  nearestName(
    name,
    absent.filter((each) => each.length >= shortest || lettersOf(each) === lettersOf(name)),
    1,
  );

const lettersOf = (name: string) => [...name.toUpperCase()].sort().join("");
