import { z } from "zod";

/** The schema of an email address. */

const unchangedByNfkc = (text: string) => text.normalize("NFKC") === text;

/** Plain spaces are allowed and trimmed later. All other separators, invisible and control characters are refused, not removed. */
const onlyPlainBlanks = (text: string) => !/[\p{C}\p{DI}]|[^\P{Z} ]/u.test(text);

/**
 * Dot-separated atoms, then a domain of letters and digits of any script. The last label starts with a letter: one that starts with
 * a digit could make the domain an IPv4 address. Text that NFKC would change is refused, never mapped.
 */
const emailPattern =
  /^[A-Za-z0-9_'+&=~-]{1,64}(?:\.[A-Za-z0-9_'+&=~-]{1,64}){0,31}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,8}\p{L}(?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

export const emailAddress = z
  .string("Please enter your email address")
  .refine(onlyPlainBlanks, "Invalid email address")
  .refine(unchangedByNfkc, "Invalid email address")
  .trim()
  .min(1, "Please enter your email address")
  .max(254, "Invalid email address")
  .regex(emailPattern, "Invalid email address")
  .refine((text) => text.lastIndexOf("@") <= 64, "Invalid email address")
  .describe("An email address");
