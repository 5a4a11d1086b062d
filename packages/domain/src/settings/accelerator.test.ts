import { expect, it } from 'vitest'
import { acceleratorSchema } from './accelerator.ts'

const isTaken = (text: string): boolean => acceleratorSchema.safeParse(text).success

it.each(['Control+Space', 'Alt+Space', 'Super+F5', 'Control+Shift+K', 'Command+Alt+1'])(
  '%s can be a global key',
  (text) => expect(isTaken(text)).toBe(true),
)

/** @threat window.global-key */
it.each(['Space', 'Shift+Space', 'Shift+K', 'F5'])(
  '%s cannot, since the person types with it',
  (text) => expect(isTaken(text)).toBe(false),
)

/**
 * @threat window.global-key
 * @attacker page
 * @tries Takes keys from other programs, to keep the person from using them or to learn what is pressed.
 * @stoppedBy A global key is set with a real press, is one combination that no program edits text by, and calls main,
 * which opens or hides one window. No page is told what was pressed.
 * @remains A press can be ridden on to set another combination, which Settings shows.
 */
it.each(['Control+C', 'Command+V', 'Alt+A', 'Super+L', 'Alt+F4', 'Control+Alt+F4'])(
  '%s cannot, since every program uses it',
  (text) => expect(isTaken(text)).toBe(false),
)

it.each([
  '',
  '+',
  'Control',
  'Control+',
  '+K',
  'Control+Shift+',
  'Shift+Control+K',
  'Control+Control+K',
  'control+shift+k',
  'Control+Shift+KK',
  'Control+Alt+Tab',
  'Control+Alt+Delete',
  'Control+Shift+Enter',
  'Control+Alt+Escape',
  'Control+Alt+ArrowUp',
  'Control+Alt+Plus',
  'Control+Shift+F25',
  'CommandOrControl+Shift+K',
  'Control+Shift+K ',
  'Control+Shift+Ж',
  'MediaPlayPause',
  `Control+Shift+${'K'.repeat(50)}`,
])('%j is no global key', (text) => expect(isTaken(text)).toBe(false))
