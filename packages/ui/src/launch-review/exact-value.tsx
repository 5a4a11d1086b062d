import { countInvisible } from '@gatehouse/domain/text'
import { RevealText } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'

/** The frame around exact values. */
export const valueBox = 'rounded-lg border border-line bg-sunken px-3 py-2'

/** One value in full, in monospace, hidden characters revealed. */
export function ExactValue({ text }: { text: string }) {
  const t = useT('servers')
  if (text === '')
    return (
      <span data-empty className="text-small text-fg-3 italic">
        {t('review.emptyText')}
      </span>
    )
  return <RevealText text={text} className="font-mono text-small" />
}

/** Cost of drawing a text: a hidden character is a chip, as dear as many letters. */
export function renderingCost(text: string): number {
  return text.length + 70 * countInvisible(text)
}
