import { ListCard, type ListCardProps } from "../list-card.tsx";

type VoucherCardProps<Voucher> = Omit<ListCardProps<Voucher>, "columns"> & {
  /** The head of the first column. */
  first: string;
};

const columns = [
  "Status",
  "Used",
  "Expires",
  "Made",
  <span key="action" className="sr-only">
    Action
  </span>,
];

/** The invitations, or the initial access tokens, and what makes another one. */
export const VoucherCard = <Voucher,>({ first, ...rest }: VoucherCardProps<Voucher>) => (
  <ListCard {...rest} columns={[first, ...columns]} />
);
