import { isComposing } from '../../../kit/index.ts'
import {
  askTarget,
  COMPOSER,
  firstCard,
  focusedCard,
  isCovered,
  isOutsideOfFields,
  measureOverlays,
} from '../../../lib/chats/ask-target.ts'
import { refusalTarget } from '../../../lib/windows/watch-viewport.ts'

export type PlanKey =
  | 'allow'
  | 'allow-all'
  | 'allow-read-only'
  | 'deny'
  | 'deny-all'
  | 'previous'
  | 'next'
  | 'mark'
  | 'open'

/** Keys of a plan by how they are pressed: Mod, Alt and Shift, then the key. */
const KEYS: Readonly<Record<string, PlanKey>> = {
  'Mod+Enter': 'allow',
  'Mod+Shift+Enter': 'allow-all',
  'Mod+Alt+Enter': 'allow-read-only',
  'Shift+Escape': 'deny-all',
  Escape: 'deny',
  ArrowUp: 'previous',
  ArrowDown: 'next',
  ' ': 'mark',
  Enter: 'open',
}

/** Keys that mean the plan only where the focus is on one of its rows; elsewhere they are the page's. */
const IN_ROWS: ReadonlySet<PlanKey> = new Set(['previous', 'next', 'mark', 'open'])

function nameOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const mod = ctrlKey || metaKey
  return `${mod ? 'Mod+' : ''}${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${key}`
}

/** The press means that all calls are denied, wherever the focus is, in whatever field. */
export const isDenyAll = (event: KeyboardEvent): boolean =>
  KEYS[nameOf(event)] === 'deny-all' && !event.repeat && !isComposing(event) && !isCovered()

/** The meaning of a key for a plan; `null`: it is meant for something else. */
export function planKeyOf(event: KeyboardEvent, root: HTMLElement): PlanKey | null {
  const key = KEYS[nameOf(event)]
  if (!key || event.defaultPrevented || event.repeat || isComposing(event) || isCovered())
    return null
  // Wherever the focus is, in whatever field: nothing else has this key.
  if (key === 'deny-all') return key
  if (!isOutsideOfFields(event)) return null
  if (IN_ROWS.has(key)) return isOnRow(event.target, key, root) ? key : null
  return isForPlan(key, root) ? key : null
}

/** On a row or the card itself. The arrow down also leads from an empty message field into the plan. */
function isOnRow(target: EventTarget | null, key: PlanKey, root: HTMLElement): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target === root || target.matches('[data-plan-row]')) return root.contains(target)
  const isPage = target === document.body || target.matches(COMPOSER)
  return key === 'next' && isPage && askTarget() === root
}

function isForPlan(key: PlanKey, root: HTMLElement): boolean {
  const focused = focusedCard()
  if (focused) return focused === root
  const overlays = measureOverlays()
  if (key === 'deny') return refusalTarget(overlays) === root
  return (askTarget(overlays) ?? firstCard()) === root
}
