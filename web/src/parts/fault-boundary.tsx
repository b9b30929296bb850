import { Component, type ReactNode } from "react";

/** Shows `fallback` when something below it throws while rendering, for instance when a chunk did not arrive. */
export class FaultBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
