import type { PasswordCost } from "@attestory/command-api/passwords/password-hasher.ts";

/** The lowest cost that argon2id accepts: a tenth of a millisecond. Tests of hashing itself use the product's own cost. */
export const cheapPasswords: PasswordCost = { memoryCost: 8, timeCost: 1 };
