import type { Generations } from "@attestory/event-store/generations/generations.ts";
import { WrongAddress } from "@attestory/event-store/wrong-address.ts";

/** What a command that changes generations needs, on either stack. */
export interface GenerationsParts {
  generations: Generations;
  /** Keeps others from using the same data until it is released. Throws if they do already, where that can be known. */
  hold(): { release(): void };
}

export interface BackupCommand<Parts> {
  args: string[];
  /** Called only if the arguments are right. */
  open(): Promise<Parts>;
  /** Ends the process and prints the reason on one line; exit codes as in sysexits.h. */
  fail(code: number, why: string): never;
}

/** A line for standard error instead of a result. */
export class CommandFailure extends Error {
  override name = "CommandFailure";
}

export const exitCodeOf = (error: unknown): number => (error instanceof WrongAddress ? 78 : 1);
