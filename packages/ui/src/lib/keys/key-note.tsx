import { useT } from '../words/i18n.ts'
import type { KeyRefusal } from './use-ask-keys.ts'

/** The reason for which the last key did nothing more than it did. A new object for each press, so that each is announced. */
export function KeyNote({ refused }: { refused: { why: KeyRefusal } | null }) {
  const t = useT('asks')
  return (
    <span role="status" data-testid="key-note" className="text-small text-warning empty:hidden">
      {refused && t(`keyRefused.${refused.why}`)}
    </span>
  )
}
