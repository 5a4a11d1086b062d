import { ArrowLeft } from 'lucide-react'
import { Button, Callout } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import type { ServerDraftFlow } from './server-draft-flow.ts'

/** Back, keep without starting, start: nothing has run before the last. */
export function ReviewButtons({ flow, editing }: { flow: ServerDraftFlow; editing: boolean }) {
  const t = useT('servers')
  const common = useT('common')
  return (
    <>
      <Button className="mr-auto" icon={ArrowLeft} onClick={flow.back}>
        {common('actions.back')}
      </Button>
      <Button
        loading={flow.saving === 'keep'}
        disabled={flow.saving === 'start'}
        onClick={() => flow.save(false)}
      >
        {t(editing ? 'review.saveOnly' : 'review.addOnly')}
      </Button>
      <Button
        variant="primary"
        loading={flow.saving === 'start'}
        disabled={flow.saving === 'keep'}
        onClick={() => flow.save(true)}
      >
        {t(editing ? 'review.saveAndStart' : 'review.addAndStart')}
      </Button>
    </>
  )
}

/** Why the review or the saving failed, above what was being done. */
export function FlowFailure({ flow }: { flow: ServerDraftFlow }) {
  if (flow.failure === null) return null
  return <Callout className="mb-4" tone="danger" role="alert" title={flow.failure} />
}
