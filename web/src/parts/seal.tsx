/** The logo: a wax seal with an A pressed into it. It is decorative, because the name or a title is shown with it. */
export function Seal({ className = "size-6.5" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false" className={`flex-none ${className}`}>
      <path
        className="fill-wax"
        d="M30.52 11.51C31.01 13.03 30.21 14.98 30.08 16.69C29.95 18.4 30.38 20.32 29.73 21.78C29.09 23.24 27.31 24.13 26.2 25.45C25.08 26.77 24.44 28.96 23.04 29.7C21.63 30.44 19.46 29.8 17.75 29.89C16.04 29.98 14.29 30.63 12.76 30.24C11.23 29.84 10.03 28.38 8.58 27.51C7.12 26.65 5.07 26.29 4.05 25.07C3.03 23.85 2.89 21.83 2.43 20.2C1.98 18.57 1.15 16.86 1.32 15.28C1.49 13.7 2.86 12.32 3.46 10.73C4.06 9.14 3.89 6.92 4.92 5.74C5.95 4.56 8.11 4.37 9.65 3.64C11.19 2.9 12.58 1.5 14.15 1.32C15.72 1.13 17.37 2.24 19.06 2.54C20.75 2.85 22.94 2.31 24.29 3.14C25.64 3.97 26.11 6.14 27.15 7.54C28.19 8.93 30.03 9.98 30.52 11.51Z"
      />
      <circle cx="16" cy="16" r="10.6" className="fill-wax-deep" />
      <path className="fill-none stroke-wax-light" strokeLinecap="round" d="M6.5 13A10.6 10.6 0 0 1 16 5.4" />
      <path
        className="fill-none stroke-wax-ink"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M11 21.2 16 10.2l5 11M14.5 18.3h3"
      />
    </svg>
  );
}
