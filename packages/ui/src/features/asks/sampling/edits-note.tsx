import { RotateCcw } from 'lucide-react'
import { Button } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** Number of the person's changes, and the way back. */
export function EditsNote({
  count,
  disabled,
  onReset,
}: {
  count: number
  disabled: boolean
  onReset: () => void
}) {
  const t = useT('asks')
  if (count === 0) return null
  return (
    <>
      <span role="status" className="text-small text-fg-3">
        {t('sampling.edits', { count })}
      </span>
      <Button size="small" variant="ghost" icon={RotateCcw} disabled={disabled} onClick={onReset}>
        {t('sampling.reset')}
      </Button>
    </>
  )
}
