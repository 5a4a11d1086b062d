import type { ServerImportOutcome } from '@gatehouse/domain/launch'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button, Callout, Sheet, Spinner, useToasts } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { worded } from '../../../lib/words/worded.ts'
import { InstallationState } from '../install/installation-state.tsx'
import { ImportChoose } from './import-choose.tsx'
import { ImportDone } from './import-done.tsx'
import { useImportFlow, type ImportFlow } from './import-flow.ts'

/** The sheet that takes over servers of other programs. */
export function ImportServers() {
  const open = useUi((ui) => ui.overlay?.kind === 'import-servers')
  return open ? <ImportSheet /> : null
}

interface Saved {
  outcome: ServerImportOutcome
  importId: string
}

/** Takes back what was just added. */
function useUndo(): (importId: string) => void {
  const toasts = useToasts()
  const { mutate } = useAction('import.undo', {
    onSuccess: () => void toasts.show({ title: worded('serverImport', (t) => t('undone')) }),
  })
  return (id) => mutate({ id })
}

/** Where the servers are; shows how to take them back, unless there is more to show first. */
export function useAfterSaving(onPlainFiles: (saved: Saved) => void) {
  const show = useUi((ui) => ui.show)
  const openServer = useUi((ui) => ui.openServer)
  const toasts = useToasts()
  const undo = useUndo()
  return (outcome: ServerImportOutcome, importId: string): void => {
    openServer(outcome.serverIds[0] ?? null, 'overview')
    if (outcome.plainFiles.length > 0) {
      onPlainFiles({ outcome, importId })
      return
    }
    show(null)
    toasts.show({
      tone: 'success',
      title: worded('serverImport', (t) => t('added', { count: outcome.serverIds.length })),
      action: { label: worded('common', (t) => t('actions.undo')), onSelect: () => undo(importId) },
    })
  }
}

function ImportSheet() {
  const t = useT('serverImport')
  const show = useUi((ui) => ui.show)
  const [saved, setSaved] = useState<Saved | null>(null)
  const content = useRef<HTMLDivElement>(null)
  const flow = useImportFlow(useAfterSaving(setSaved))
  const { preview } = flow
  const stage = saved ? 'done' : 'choose'
  return (
    <Sheet
      open
      size="large"
      initialFocus={content}
      dismissible={stage === 'done' || (!flow.changed && !flow.proposing)}
      onOpenChange={(next) => {
        if (!next) show(null)
      }}
      title={t(stage === 'done' ? 'doneTitle' : 'title')}
      description={stage === 'done' ? undefined : t('note')}
      footer={saved ? <DoneButtons {...saved} /> : <FlowButtons flow={flow} content={content} />}
    >
      <div ref={content} tabIndex={-1} className="outline-none">
        <BeginAtTop key={stage} content={content} />
        {flow.failure !== null && (
          <Callout className="mb-4" tone="danger" role="alert" title={flow.failure} />
        )}
        {!saved && <InstallationState installation={flow.installation} />}
        {saved ? (
          <ImportDone outcome={saved.outcome} />
        ) : preview ? (
          <ImportChoose files={preview.files} flow={flow} />
        ) : (
          <Opening flow={flow} />
        )}
      </div>
    </Sheet>
  )
}

/** Shows a new step from its first line on, to eyes and screen readers. */
function BeginAtTop({ content }: { content: RefObject<HTMLDivElement | null> }) {
  useEffect(() => {
    content.current?.parentElement?.scrollTo(0, 0)
    content.current?.focus({ preventScroll: true })
  }, [content])
  return null
}

function Opening({ flow }: { flow: ImportFlow }) {
  const t = useT('serverImport')
  const common = useT('common')
  if (flow.openFailure === null)
    return (
      <p className="flex items-center gap-2 text-note text-fg-2">
        <Spinner /> {t('reading')}
      </p>
    )
  return (
    <Callout
      tone="danger"
      role="alert"
      title={flow.openFailure}
      actions={
        <Button size="small" onClick={flow.retry}>
          {common('actions.retry')}
        </Button>
      }
    />
  )
}

/** Leads to the first field that is not right, wherever it is. */
function focusFirstIssue(content: HTMLElement | null): void {
  requestAnimationFrame(() => {
    content?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}

interface FlowButtonsProps {
  flow: ImportFlow
  content: RefObject<HTMLDivElement | null>
}

function FlowButtons({ flow, content }: FlowButtonsProps) {
  const t = useT('serverImport')
  const common = useT('common')
  const show = useUi((ui) => ui.show)
  const { chosen } = flow
  return (
    <>
      <Button
        onClick={() => {
          if (flow.installation.isRunning) flow.installation.cancel()
          show(null)
        }}
      >
        {common('actions.cancel')}
      </Button>
      <Button
        variant="primary"
        data-submit
        keys="Mod+Enter"
        disabled={chosen.length === 0}
        loading={flow.proposing}
        onClick={() => {
          flow.propose()
          if (flow.issues.size > 0) focusFirstIssue(content.current)
        }}
      >
        {chosen.length === 0 ? t('noneChosen') : t('toReview', { count: chosen.length })}
      </Button>
    </>
  )
}

function DoneButtons({ importId }: Saved) {
  const common = useT('common')
  const show = useUi((ui) => ui.show)
  const undo = useUndo()
  return (
    <>
      <Button
        className="mr-auto"
        icon={Undo2}
        onClick={() => {
          show(null)
          undo(importId)
        }}
      >
        {common('actions.undo')}
      </Button>
      <Button variant="primary" onClick={() => show(null)}>
        {common('actions.close')}
      </Button>
    </>
  )
}
