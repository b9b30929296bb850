/** Errors of the form that changes the password, word for word as the specification has them. */
export const tooShort = "Password must be at least 8 characters long.";
export const mismatch = "New password and confirm password don't match.";
