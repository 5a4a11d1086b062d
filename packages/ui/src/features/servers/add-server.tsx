import type { ServerView } from '@gatehouse/domain'
import { Import } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { AlertDialog, Button, Sheet } from '../../kit/index.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { useRetainedState } from '../../lib/drafts/use-retained-state.ts'
import { RegistrySearch } from './catalogue/registry-search.tsx'
import { StartCards } from './catalogue/start-cards.tsx'
import { InstallChoice } from './install/install-choice.tsx'
import { InstallationState } from './install/installation-state.tsx'
import { isPackage, useInstallable } from './install/use-installable.ts'
import { useInstallation } from './install/use-installation.ts'
import { PasteField, usePasteDoor } from './import/paste-door.tsx'
import { PASTED_PLACE } from '../../lib/drafts/pasted-place.ts'
import { SaveFailure } from './form/save-failure.tsx'
import { useServerDraftFlow } from './form/server-draft-flow.ts'
import { ServerForm } from './form/server-form.tsx'
import { draftOf, type ServerFormState } from './form/server-form-state.ts'

/** The sheet that adds a server: what it is. Exactly what will run is read in the consent window. */
export function AddServer() {
  const open = useUi((ui) => ui.overlay?.kind === 'add-server')
  return open ? <AddServerSheet /> : null
}

function AddServerSheet() {
  const t = useT('servers')
  const words = useT('serverImport')
  const show = useUi((ui) => ui.show)
  const openServer = useUi((ui) => ui.openServer)
  const announce = useUi((ui) => ui.announce)
  const field = useRef<HTMLTextAreaElement>(null)
  const [pasted, forgetPasted] = useRetainedState<string>(PASTED_PLACE)
  const [isLeaving, setLeaving] = useState(false)
  const door = usePasteDoor(pasted ?? '')
  // The field has it now: it may hold secrets, and must not wait for the next server.
  useEffect(() => forgetPasted(undefined), [forgetPasted])
  const [, keepForm] = useRetainedState<ServerFormState>('add-server')
  const onSaved = (view: ServerView): void => {
    keepForm(undefined)
    show(null)
    openServer(view.config.id, 'overview')
    announce(t('added', { name: view.config.name }))
  }
  const installable = useInstallable()
  const [isInstalled, setInstalled] = useState(true)
  const installation = useInstallation(onSaved)
  const flow = useServerDraftFlow(undefined, 'add-server', onSaved, (draft) => {
    const installs = isInstalled && isPackage(installable(draft.transport))
    installation.reset()
    if (installs) installation.propose(draft)
    return installs
  })
  const close = () => {
    for (const one of [installation, door.flow.installation]) if (one.isRunning) one.cancel()
    if (isDownloading) door.flow.cancelDownload()
    flow.reset()
    show(null)
  }
  const isChanged = flow.changed || door.text !== '' || door.file !== undefined
  const isProposing = flow.proposing || installation.isRunning || door.flow.proposing
  const isDownloading = door.flow.downloading !== null
  return (
    <Sheet
      open
      size="large"
      initialFocus={field}
      dismissible={!isChanged && !isProposing && !isDownloading}
      onEscapeKept={() => setLeaving(!isProposing && !isDownloading)}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title={t('add')}
      description={t('addNote')}
      footer={
        <Footer
          isChanged={isChanged}
          isProposing={isProposing}
          onClose={close}
          onReview={door.isRecognised ? door.flow.propose : undefined}
          hasServers={!door.isRecognised || door.flow.chosen.length > 0}
        />
      }
    >
      <PasteField door={door} field={field} />
      {!door.isRecognised && (
        <>
          {door.text.trim() === '' && (
            <>
              <StartCards onPick={door.pick} />
              <RegistrySearch onPick={door.pick} />
            </>
          )}
          <h3 className="mb-2 text-body font-semibold">{t('byHand')}</h3>
          <SaveFailure flow={flow} />
          <InstallationState installation={installation} />
          <ServerForm
            formId="add-server"
            onSubmit={flow.propose}
            form={flow.form}
            onChange={flow.setForm}
            issues={flow.issues}
            attempted={flow.attempted}
          >
            <InstallChoice
              launch={draftOf(flow.form).transport}
              install={isInstalled}
              onChange={setInstalled}
            />
          </ServerForm>
        </>
      )}
      <AlertDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        title={words('leave.title')}
        description={words('leave.note')}
        confirmLabel={words('leave.discard')}
        cancelLabel={words('leave.stay')}
        onConfirm={close}
      />
    </Sheet>
  )
}

interface FooterProps {
  isChanged: boolean
  isProposing: boolean
  onClose: () => void
  /** Of what was pasted; absent, the form is reviewed. */
  onReview: (() => void) | undefined
  hasServers: boolean
}

function Footer({ isChanged, isProposing, onClose, onReview, hasServers }: FooterProps) {
  const t = useT('servers')
  const common = useT('common')
  const imports = useT('serverImport')
  const show = useUi((ui) => ui.show)
  const submit = onReview
    ? ({ type: 'button', 'data-submit': true, onClick: onReview } as const)
    : ({ type: 'submit', form: 'add-server' } as const)
  return (
    <>
      <Button
        className="mr-auto"
        variant="ghost"
        icon={Import}
        disabled={isChanged}
        onClick={() => show({ kind: 'import-servers' })}
      >
        {imports('open')}
      </Button>
      <Button onClick={onClose}>{common('actions.cancel')}</Button>
      <Button
        variant="primary"
        keys="Mod+Enter"
        loading={isProposing}
        disabled={!hasServers}
        {...submit}
      >
        {t('toReview')}
      </Button>
    </>
  )
}
