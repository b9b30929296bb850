import { Component, type ReactNode } from "react";
import { LoadFailure } from "../on-demand.tsx";

interface FaultBoundaryProps {
  /** Rendered in place of the children; `retry` renders them again. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Shows `fallback` when something below it throws while rendering, for instance because its code could not be loaded. */
export class FaultBoundary extends Component<FaultBoundaryProps, { fault: { error: unknown } | null }> {
  override state: { fault: { error: unknown } | null } = { fault: null };

  static getDerivedStateFromError(error: unknown) {
    return { fault: { error } };
  }

  /** The children are unmounted by now, so only a retry, or leaving the screen and returning, loads again. */
  override componentDidCatch(error: unknown) {
    if (error instanceof LoadFailure) error.forget();
  }

  readonly retry = () => this.setState({ fault: null });

  override render() {
    const { fault } = this.state;
    return fault ? this.props.fallback(fault.error, this.retry) : this.props.children;
  }
}
