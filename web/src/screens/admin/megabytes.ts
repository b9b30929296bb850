/** "412.0" */
export const megabytes = (bytes: number): string =>
  (bytes / 1_000_000).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
