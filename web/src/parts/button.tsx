import type { ComponentProps } from "react";

const looks = {
  primary:
    "border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-active aria-busy:bg-accent-hover",
  outline: "border-line-strong bg-surface text-ink hover:bg-hover active:bg-active",
  danger: "border-transparent bg-danger text-on-danger hover:bg-danger-hover",
  quietDanger: "border-line-strong bg-surface text-danger-text hover:border-danger-line hover:bg-danger-tint",
  ghost: "border-transparent bg-transparent text-muted hover:bg-hover hover:text-ink active:bg-active",
} as const;

const sizes = {
  normal: "h-control px-3.5 text-base",
  small: "h-control-sm px-2.5 text-sm",
  icon: "size-control",
} as const;

export type ButtonLook = keyof typeof looks;
export type ButtonSize = keyof typeof sizes;

/** The classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = "outline", size: ButtonSize = "normal", block = false): string {
  const shape =
    "inline-flex max-w-full items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap no-underline transition-colors duration-(--fast) select-none";
  const off =
    "disabled:cursor-not-allowed disabled:border-line disabled:bg-hover disabled:text-disabled aria-busy:cursor-progress";
  return `${shape} ${looks[look]} ${off} ${sizes[size]} ${block ? "w-full" : ""}`;
}

type ButtonProps = Omit<ComponentProps<"button">, "className"> & {
  look?: ButtonLook;
  size?: ButtonSize;
  block?: boolean;
  /** Shows a spinner and ignores clicks. The button keeps the focus, which `disabled` would remove. */
  busy?: boolean;
};

/** A button; `type="button"` by default. */
export function Button({ look, size, block, busy = false, type = "button", onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(look, size, block)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && (
        <span
          aria-hidden="true"
          className="size-3.5 flex-none animate-turn rounded-full border-2 border-current border-r-transparent"
        />
      )}
      {children}
    </button>
  );
}
