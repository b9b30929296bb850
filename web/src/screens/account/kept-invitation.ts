const key = "invitation";

const tried = <Result>(act: () => Result): Result | null => {
  try {
    return act();
  } catch {
    // A browser that keeps no data of sites.
    return null;
  }
};

/** The invitation that led to this tab: a reload finds it no longer in the address. */
export const keptInvitation = (): string | null => tried(() => sessionStorage.getItem(key));
export const keepInvitation = (invitation: string): void => void tried(() => sessionStorage.setItem(key, invitation));
export const forgetInvitation = (): void => void tried(() => sessionStorage.removeItem(key));
