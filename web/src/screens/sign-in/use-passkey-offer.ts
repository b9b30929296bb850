import { useEffect, useRef } from "react";
import { canOfferPasskeys, endOffer, offerPasskeys } from "../../webauthn.ts";
import { beginKeySignIn } from "./key-sign-in.ts";

type Credential = Awaited<ReturnType<typeof offerPasskeys>>;

/** After the first load is done. The user may be faster, and then the offer begins when they touch the field. */
const afterLoadMs = 3000;
/** A challenge is good for five minutes. */
const renewalMs = 4 * 60_000;

/**
 * Has the browser offer passkeys where it fills in the username. An offer is silent: if it cannot be made, nothing is shown, and the
 * button for passkeys remains. Returns a function that makes the offer again after another ceremony ended it.
 */
export function usePasskeyOffer(field: () => Element | null, onPicked: (credential: Credential) => void): () => void {
  const offer = useRef(async () => {});
  const picked = useRef(onPicked);
  picked.current = onPicked;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the offer lasts as long as the screen
  useEffect(() => {
    let isOpen = true;
    let wasMade = false;
    offer.current = async () => {
      if (!isOpen || !(await canOfferPasskeys())) return;
      const options = await beginKeySignIn({});
      if (!isOpen) return;
      wasMade = true;
      const credential = await offerPasskeys(options);
      if (isOpen) picked.current(credential);
    };
    const make = () => void offer.current().catch(() => undefined);
    const first = () => {
      clearTimeout(timer);
      make();
    };
    const timer = setTimeout(make, afterLoadMs);
    const renewal = setInterval(() => wasMade && make(), renewalMs);
    const input = field();
    input?.addEventListener("pointerdown", first, { once: true });
    return () => {
      isOpen = false;
      clearTimeout(timer);
      clearInterval(renewal);
      input?.removeEventListener("pointerdown", first);
      if (wasMade) void endOffer().catch(() => undefined);
    };
  }, []);
  return () => void offer.current().catch(() => undefined);
}
