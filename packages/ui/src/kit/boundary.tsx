import { Component, type ReactNode } from 'react'

export interface BoundaryProps {
  /** Another value tries again. */
  resetKey: unknown
  /** Drawn instead of what failed; must be plain. */
  fallback: ReactNode
  children: ReactNode
}

interface BoundaryState {
  failed: boolean
  resetKey: unknown
}

/** Keeps a fault in drawing one thing from taking its neighbours with it. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true }
  }

  static getDerivedStateFromProps(
    { resetKey }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
