/** Who waits: keys of an account and of a network. An address without an account has a key, too. */
export interface Waiter {
  account: string;
  network: string;
}

export interface QueueSize {
  /** Places in all. */
  places: number;
  /** The share of one account in a full queue. */
  perAccount: number;
  /** The share of one network in a full queue. */
  perNetwork: number;
}

/** A bounded queue that serves and sheds fairly between networks, and between the accounts of a network. */
export interface FairQueue<Item> {
  /** Adds an item. Returns the item that has to leave a full queue, which may be the added one; null while there is room. */
  add(waiter: Waiter, item: Item): Item | null;
  /** Removes and returns the next item; undefined if none waits. */
  next(): Item | undefined;
}

/** The items of one account from one network, oldest first. */
interface Line<Item> extends Waiter {
  items: { item: Item; arrival: number }[];
}

/**
 * Networks are served in turn. In its turn, a network's accounts are served in turn, one item each. When one item too many waits, the
 * network or account that fills its share most loses one: see docs/decisions/attempt-limits.md.
 */
export function createFairQueue<Item>({ places, perAccount, perNetwork }: QueueSize): FairQueue<Item> {
  /** Lines by network and account, each in the order of their turns. No network and no line is empty. */
  const networks = new Map<string, Map<string, Line<Item>>>();
  let size = 0;
  let arrivals = 0;

  const lineOf = ({ account, network }: Waiter): Line<Item> => {
    const accounts = networks.get(network) ?? new Map<string, Line<Item>>();
    networks.set(network, accounts);
    const line = accounts.get(account) ?? { account, network, items: [] };
    accounts.set(account, line);
    return line;
  };

  const removeIfEmpty = ({ account, network, items }: Line<Item>) => {
    const accounts = networks.get(network);
    if (items.length === 0) accounts?.delete(account);
    if (accounts?.size === 0) networks.delete(network);
  };

  /** Removes the newest item of the line that has to give up a place for the newest arrival. */
  const shed = (arrived: Waiter): Item | null => {
    const line = greediestLine(
      [...networks.values()].flatMap((accounts) => [...accounts.values()]),
      { arrived, perAccount, perNetwork },
    );
    const left = line?.items.pop();
    if (!line || !left) return null;
    size--;
    removeIfEmpty(line);
    return left.item;
  };

  return {
    add(waiter, item) {
      lineOf(waiter).items.push({ item, arrival: arrivals++ });
      size++;
      return size > places ? shed(waiter) : null;
    },
    next() {
      const [accounts] = networks.values();
      const [line] = accounts?.values() ?? [];
      const served = line?.items.shift();
      if (!accounts || !line || !served) return undefined;
      size--;
      moveToEnd(accounts, line.account);
      moveToEnd(networks, line.network);
      removeIfEmpty(line);
      return served.item;
    },
  };
}

/**
 * The line to shed from: one of the account or network that fills its share most. Among equals, that of `arrived` loses, so that a place
 * is given up only to one who has fewer. Within it the longest line loses, so that an attacker sheds before those who share its network.
 */
function greediestLine<Item>(
  lines: readonly Line<Item>[],
  { arrived, perAccount, perNetwork }: { arrived: Waiter } & Omit<QueueSize, "places">,
): Line<Item> | undefined {
  const [ofAccount, ofNetwork] = [countBy(lines, "account"), countBy(lines, "network")];
  /** Comparable between accounts and networks: the number of items relative to the share, without fractions. */
  const fullness = ({ account, network }: Waiter) =>
    Math.max((ofAccount.get(account) ?? 0) * perNetwork, (ofNetwork.get(network) ?? 0) * perAccount);
  const most = Math.max(...lines.map(fullness));
  const fullest = lines.filter((line) => fullness(line) === most);
  const ofArrived = fullest.filter(
    ({ account, network }) => account === arrived.account || network === arrived.network,
  );
  const candidates = fullness(arrived) === most ? ofArrived : fullest;
  return candidates.toSorted((a, b) => b.items.length - a.items.length || newest(b) - newest(a))[0];
}

function countBy<Item>(lines: readonly Line<Item>[], key: keyof Waiter): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line[key], (counts.get(line[key]) ?? 0) + line.items.length);
  return counts;
}

const newest = <Item>({ items }: Line<Item>): number => items.at(-1)?.arrival ?? -1;

/** A map keeps its keys in the order in which they were added. */
function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key);
  map.delete(key);
  if (value !== undefined) map.set(key, value);
}
