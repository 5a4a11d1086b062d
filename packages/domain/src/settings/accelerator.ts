import { z } from 'zod'

const MODIFIERS = ['Control', 'Command', 'Alt', 'Super', 'Shift'] as const
export type AcceleratorModifier = (typeof MODIFIERS)[number]

const KEY = /^(?:[A-Z0-9]|F(?:[1-9]|1\d|2[0-4])|Space)$/

/** Reason for which a key combination cannot be a global shortcut. */
export type AcceleratorProblem = 'no-modifier' | 'key' | 'in-use-everywhere'

/**
 * A key combination that the system gives to this app wherever the person is. One that programs edit text by (Ctrl+C,
 * Alt+A) would be taken from all of them, so a letter or digit needs two modifiers, and keys that move, delete or
 * close are none at all.
 */
export function acceleratorProblem(
  modifiers: readonly AcceleratorModifier[],
  key: string,
): AcceleratorProblem | null {
  const strong = modifiers.filter((one) => one !== 'Shift')
  if (strong.length === 0) return 'no-modifier'
  if (!KEY.test(key)) return 'key'
  if (/^[A-Z0-9]$/.test(key) && modifiers.length < 2) return 'in-use-everywhere'
  // Alt and F4 closes windows.
  return key === 'F4' && modifiers.includes('Alt') ? 'in-use-everywhere' : null
}

/** `Control+Shift+K`: modifiers in a fixed order, each once, then one key. */
export function writeAccelerator(modifiers: readonly AcceleratorModifier[], key: string): string {
  return [...MODIFIERS.filter((one) => modifiers.includes(one)), key].join('+')
}

export const acceleratorSchema = z
  .string()
  .max(40)
  .refine((text) => {
    const parts = text.split('+')
    const key = parts.pop() ?? ''
    const modifiers = MODIFIERS.filter((one) => parts.includes(one))
    return writeAccelerator(modifiers, key) === text && acceleratorProblem(modifiers, key) === null
  }, 'A global shortcut is Ctrl, Alt, Cmd or Super and one more key, such as Control+Alt+Space.')
