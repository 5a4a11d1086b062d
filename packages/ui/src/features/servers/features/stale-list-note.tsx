import { Badge } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** Shows that a list is not yet what the server has now. */
export function StaleListNote() {
  const t = useT('serverPage')
  return (
    <p role="status" className="border-b border-line px-4 py-1.5">
      <Badge tone="warning">{t('cached')}</Badge>
    </p>
  )
}
