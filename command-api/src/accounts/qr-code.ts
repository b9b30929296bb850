/** A text as a QR code: a `data:` URL of a PNG. Loads the library for it the first time, because most processes never draw one. */
export async function qrCodeOf(text: string): Promise<string> {
  const { default: library } = await import("qrcode");
  return library.toDataURL(text);
}
