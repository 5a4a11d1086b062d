import type { ServerView } from '@gatehouse/domain'
import { useState } from 'react'
import { Button, PaneBody, PaneFooter, useToasts } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { worded } from '../../../lib/words/worded.ts'
import { ServerBehaviourCard } from './server-behaviour.tsx'
import { SaveFailure } from './save-failure.tsx'
import { useServerDraftFlow } from './server-draft-flow.ts'
import { useFocusedSetting } from '../doctor/focused-setting.ts'
import { ServerForm } from './server-form.tsx'

/** Edits a server; the same consent stands before every change of what runs. */
export function ServerSettings({ view }: { view: ServerView }) {
  const [round, setRound] = useState(0)
  return <Editor key={round} view={view} onDone={() => setRound(round + 1)} />
}

function Editor({ view, onDone }: { view: ServerView; onDone: () => void }) {
  const t = useT('servers')
  const { show } = useToasts()
  const flow = useServerDraftFlow(view.config, `settings ${view.config.id}`, (saved) => {
    show({
      tone: 'success',
      title: worded('servers', (to) => to('saved', { name: saved.config.name })),
    })
    onDone()
  })
  const container = useFocusedSetting(view.config.id)
  return (
    <>
      <PaneBody column label={t('tabs.settings')} className="py-5">
        <div ref={container}>
          <div className="mb-6">
            <ServerBehaviourCard view={view} />
          </div>
          <SaveFailure flow={flow} />
          <ServerForm
            formId="server-settings"
            form={flow.form}
            onChange={flow.setForm}
            onSubmit={flow.propose}
            issues={flow.issues}
            attempted={flow.attempted}
          />
        </div>
      </PaneBody>
      <PaneFooter className="flex items-center justify-end gap-2">
        <span className="mr-auto text-fg-3">{t(flow.changed ? 'unsaved' : 'editNote')}</span>
        <Button disabled={!flow.changed} onClick={flow.reset}>
          {t('discard')}
        </Button>
        <Button
          variant="primary"
          type="submit"
          form="server-settings"
          disabled={!flow.changed}
          loading={flow.proposing}
        >
          {t('toReview')}
        </Button>
      </PaneFooter>
    </>
  )
}
