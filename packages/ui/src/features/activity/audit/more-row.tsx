import { useEffect } from 'react'
import { Button, Spinner } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** The end of the loaded pages. It is drawn only when scrolled near, and then loads more. */
export function MoreRow({ more, failed }: { more: () => void; failed: boolean }) {
  const t = useT('activity')
  useEffect(() => {
    if (!failed) more()
  }, [more, failed])
  return failed ? (
    <Button size="small" variant="ghost" className="mx-1.5 mt-1" onClick={more}>
      {t('readOn')}
    </Button>
  ) : (
    <p role="status" className="flex items-center gap-2 px-3.5 py-2 text-note text-fg-3">
      <Spinner />
      {t('reading')}
    </p>
  )
}
