import type { ReactNode } from 'react'
import { Button } from '../../kit/index.ts'

export interface RefuseButtonProps {
  /** Escape presses it. */
  hasKeys: boolean
  disabled: boolean
  loading?: boolean
  onClick: () => void
  children: ReactNode
}

/** Refuses what a card asks for. */
export const RefuseButton = ({ hasKeys, ...button }: RefuseButtonProps) => (
  <Button variant="danger-quiet" keys={hasKeys ? 'Escape' : undefined} {...button} />
)
