/** An address of this service. */
export const at = (path: string): string => `${location.origin}${path}`;
