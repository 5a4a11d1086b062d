import type { KeyboardEvent } from 'react'

const steps: Partial<Record<string, [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves the focus from one cell's checkbox to the one in the direction of an arrow key. */
export function moveBetweenCells(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  if (!step || !(event.target instanceof HTMLElement)) return
  const place = event.target.closest<HTMLElement>('[data-cell]')?.dataset['cell']
  if (place === undefined) return
  const [row = 0, column = 0] = place.split(' ').map(Number)
  const target = event.currentTarget.querySelector<HTMLElement>(
    `[data-cell="${row + step[0]} ${column + step[1]}"] [role=checkbox]`,
  )
  event.preventDefault()
  target?.focus()
}
