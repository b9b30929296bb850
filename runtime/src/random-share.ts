import { randomInt } from "node:crypto";

const steps = 2 ** 32;

/** A random number from 0 up to 1, to spread what many processes would otherwise do at the same moment. */
export const randomShare = (): number => randomInt(steps) / steps;
