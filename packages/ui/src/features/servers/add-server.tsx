import { Import } from 'lucide-react'
import { useRef } from 'react'
import { Button, Sheet } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { SaveFailure } from './save-failure.tsx'
import { useServerDraftFlow } from './server-draft-flow.ts'
import { ServerForm } from './server-form.tsx'

/** The sheet that adds a server: what it is. Exactly what will run is read in the consent window. */
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
  const firstField = useRef<HTMLInputElement>(null)
  const flow = useServerDraftFlow(undefined, 'add-server', (view) => {
    show(null)
    openServer(view.config.id, 'overview')
    announce(t('added', { name: view.config.name }))
  })
  const close = () => {
    flow.reset()
    show(null)
  }
  return (
    <Sheet
      open
      size="large"
      initialFocus={firstField}
      dismissible={!flow.changed && !flow.proposing}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title={t('add')}
      description={t('addNote')}
      footer={
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
          <Button onClick={close}>{common('actions.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form="add-server"
            keys="Mod+Enter"
            loading={flow.proposing}
          >
            {t('toReview')}
          </Button>
        </>
      }
    >
      <SaveFailure flow={flow} />
      <ServerForm
        formId="add-server"
        onSubmit={flow.propose}
        form={flow.form}
        onChange={flow.setForm}
        issues={flow.issues}
        attempted={flow.attempted}
        firstField={firstField}
      />
    </Sheet>
  )
}
