import { Button, type IncrementalList } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'

/** The way to the rest of a list that is shown in steps; nothing when all is shown. */
export function ShowMoreButton({ steps }: { steps: IncrementalList }) {
  const t = useT('asks')
  if (steps.left === 0) return null
  return (
    <Button size="small" variant="ghost" className="self-start" onClick={steps.more}>
      {t('sampling.showMore', { count: steps.next })}
    </Button>
  )
}
