let kept: string | null = null;

/** The token of the link for the first admin, while its opener registers or signs in. In memory alone: a reload needs the link again. */
export const keptAdminLink = (): string | null => kept;
export const keepAdminLink = (token: string | null): void => {
  kept = token;
};
