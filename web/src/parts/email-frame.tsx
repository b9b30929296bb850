/** An email's HTML. The frame has no script, no storage and no access to the page around it; its links open in tabs of their own. */
export function EmailFrame({ src, title }: { src: string; title: string }) {
  return (
    <iframe
      src={src}
      title={title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      className="block h-160 w-full border-0"
    />
  );
}
