import type { ServerView } from '@gatehouse/domain'
import { ShieldQuestion } from 'lucide-react'
import { Button, useToasts } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { worded } from '../../../lib/words/worded.ts'
import { SaveFailure } from './save-failure.tsx'
import { useServerDraftFlow } from './server-draft-flow.ts'

/** The way to consent again to a server whose launch is as it was, while what it finds there is not. */
export function ChangedLaunchReview({ view }: { view: ServerView }) {
  const t = useT('servers')
  const { show } = useToasts()
  const setTab = useUi((ui) => ui.setServerTab)
  const flow = useServerDraftFlow(view.config, `review-again ${view.config.id}`, (saved) =>
    // What it was shown for is over: the server is stopped or starts, and this goes away.
    show({
      tone: 'success',
      title: worded('servers', (to) => to('saved', { name: saved.config.name })),
    }),
  )
  return (
    <>
      <Button
        size="small"
        variant="primary"
        icon={ShieldQuestion}
        loading={flow.proposing}
        // What cannot be read as it is has to be changed first.
        onClick={() => (flow.issues.size === 0 ? flow.propose() : setTab('settings'))}
      >
        {t('reviewAgain')}
      </Button>
      <SaveFailure flow={flow} />
    </>
  )
}
