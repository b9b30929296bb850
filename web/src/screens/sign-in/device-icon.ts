import { Laptop, type LucideIcon, Monitor, Smartphone } from "lucide-react";

/** The icon of a device that is given in words. */
export function deviceIcon(device: string): LucideIcon {
  if (/\b(ios|iphone|ipad|android|phone)\b/i.test(device)) return Smartphone;
  return /linux|mac/i.test(device) ? Laptop : Monitor;
}
