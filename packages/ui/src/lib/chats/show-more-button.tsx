import { Button, type IncrementalList } from '../../kit/index.ts'
import { useT } from '../words/i18n.ts'

/** The way to the rest of a list that is shown in steps; nothing when all is shown. */
export function ShowMoreButton({ steps }: { steps: IncrementalList }) {
  const t = useT('servers')
  if (steps.left === 0) return null
  return (
    <Button size="small" variant="ghost" className="self-start" onClick={steps.more}>
      {t('content.more', { count: steps.next, left: steps.left })}
    </Button>
  )
}
