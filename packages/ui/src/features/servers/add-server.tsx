import { Import } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button, Sheet } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { LaunchReviewView } from './launch-review.tsx'
import { FlowFailure, ReviewButtons } from './review-sheet.tsx'
import { useServerDraftFlow } from './server-draft-flow.ts'
import { ServerForm } from './server-form.tsx'

/** The sheet that adds a server: what it is, then exactly what will run. */
export function AddServer() {
  const open = useUi((ui) => ui.overlay?.kind === 'add-server')
  return open ? <AddServerSheet /> : null
}

function AddServerSheet() {
  const t = useT('servers')
  const common = useT('common')
  const imports = useT('serverImport')
  const show = useUi((ui) => ui.show)
  const openServer = useUi((ui) => ui.openServer)
  const announce = useUi((ui) => ui.announce)
  const content = useRef<HTMLDivElement>(null)
  const firstField = useRef<HTMLInputElement>(null)
  const flow = useServerDraftFlow(undefined, (view) => {
    show(null)
    openServer(view.config.id, 'overview')
    announce(t('added', { name: view.config.name }))
  })
  const { review } = flow
  useEffect(() => {
    if (!review) return
    content.current?.parentElement?.scrollTo(0, 0)
    content.current?.focus()
  }, [review])
  return (
    <Sheet
      open
      size="large"
      initialFocus={firstField}
      dismissible={!flow.changed}
      onOpenChange={(next) => {
        if (!next) show(null)
      }}
      title={t(review ? 'review.title' : 'add')}
      description={review ? t('review.description', { name: review.draft.name }) : t('addNote')}
      footer={
        review ? (
          <ReviewButtons flow={flow} editing={false} />
        ) : (
          <>
            <Button
              className="mr-auto"
              variant="ghost"
              icon={Import}
              disabled={flow.changed}
              onClick={() => show({ kind: 'import-servers' })}
            >
              {imports('open')}
            </Button>
            <Button onClick={() => show(null)}>{common('actions.cancel')}</Button>
            <Button variant="primary" type="submit" form="add-server" loading={flow.reviewing}>
              {t('toReview')}
            </Button>
          </>
        )
      }
    >
      <div ref={content} tabIndex={-1} className="outline-none">
        <FlowFailure flow={flow} />
        {review ? (
          <LaunchReviewView review={review} />
        ) : (
          <ServerForm
            formId="add-server"
            onSubmit={flow.toReview}
            form={flow.form}
            onChange={flow.setForm}
            issues={flow.issues}
            attempted={flow.attempted}
            firstField={firstField}
          />
        )}
      </div>
    </Sheet>
  )
}
