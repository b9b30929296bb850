export interface Link {
  label: string;
  url: string;
}

/** A fact that a reader looks for, such as the device. */
export interface Detail {
  label: string;
  value: string;
}

export interface EmailParts {
  to: string;
  subject: string;
  /** Plain text, one paragraph each; escaped in HTML. A code stands alone, in large type. */
  paragraphs: readonly (string | { code: string })[];
  /** After the paragraphs, a line each. */
  details?: readonly Detail[];
  action?: Link;
  /** Shown last, in small grey type. */
  footer: string;
  /** A link after the footer, as small as it. */
  footerLink?: Link;
}
