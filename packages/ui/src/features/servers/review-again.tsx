import type { ServerView } from '@gatehouse/domain'
import { ShieldQuestion } from 'lucide-react'
import { Button, Sheet, useToasts } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { LaunchReviewView } from './launch-review.tsx'
import { FlowFailure, ReviewButtons } from './review-sheet.tsx'
import { useServerDraftFlow } from './server-draft-flow.ts'

/** The review of a server whose launch is as it was, while what it finds there is not. */
export function ReviewAgain({ view }: { view: ServerView }) {
  const t = useT('servers')
  const { show } = useToasts()
  const setTab = useUi((ui) => ui.setServerTab)
  const flow = useServerDraftFlow(view.config, (saved) =>
    // What it was shown for is over: the server is stopped or starts, and this goes away.
    show({ tone: 'success', title: t('saved', { name: saved.config.name }) }),
  )
  return (
    <>
      <Button
        size="small"
        variant="primary"
        icon={ShieldQuestion}
        loading={flow.reviewing}
        // What cannot be reviewed as it is has to be changed first.
        onClick={() => (flow.issues.size === 0 ? flow.toReview() : setTab('settings'))}
      >
        {t('reviewAgain')}
      </Button>
      {flow.review === null && <FlowFailure flow={flow} />}
      <Sheet
        open={flow.review !== null}
        size="large"
        onOpenChange={(open) => {
          if (!open) flow.back()
        }}
        title={t('review.title')}
        description={t('review.editDescription', { name: flow.form.name })}
        footer={<ReviewButtons flow={flow} editing />}
      >
        <FlowFailure flow={flow} />
        {flow.review && <LaunchReviewView review={flow.review} />}
      </Sheet>
    </>
  )
}
