import {
  acceleratorProblem,
  writeAccelerator,
  type AcceleratorModifier,
  type AcceleratorProblem,
} from '@gatehouse/domain'

/** The part of a key event that is read. */
export type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'
>

export interface PressedShortcut {
  /** As the settings keep it. */
  accelerator: string
  problem: AcceleratorProblem | null
}

const MODIFIER = /^(?:Control|Alt|AltGraph|Shift|Meta|OS)$/

/** The combination that is pressed; nothing while only modifiers are. */
export function readShortcut(
  pressed: PressedKey,
  isMac = navigator.userAgent.includes('Macintosh'),
): PressedShortcut | undefined {
  if (MODIFIER.test(pressed.key)) return undefined
  const modifiers: AcceleratorModifier[] = []
  if (pressed.ctrlKey) modifiers.push('Control')
  if (pressed.metaKey) modifiers.push(isMac ? 'Command' : 'Super')
  if (pressed.altKey) modifiers.push('Alt')
  if (pressed.shiftKey) modifiers.push('Shift')
  const key = keyOf(pressed)
  return {
    accelerator: writeAccelerator(modifiers, key),
    problem: acceleratorProblem(modifiers, key),
  }
}

/** The letter that is on the key; with Alt, or on another layout, its place says which one is meant. */
function keyOf({ key, code }: PressedKey): string {
  if (code === 'Space') return 'Space'
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase()
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1] ?? key
}
