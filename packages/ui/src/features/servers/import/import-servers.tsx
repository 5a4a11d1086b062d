import type { ServerImportOutcome } from '@gatehouse/domain/launch'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import {
  Button,
  Callout,
  Sheet,
  Spinner,
  useToasts,
  CopyButton,
  RevealText,
} from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { worded } from '../../../lib/words/worded.ts'
import { InstallationState } from '../install/installation-state.tsx'
import { ImportChoose } from './import-choose.tsx'
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

/** Shows where the secrets of what was imported still lie in plain text. */
export function ImportDone({ outcome }: { outcome: ServerImportOutcome }) {
  const t = useT('serverImport')
  return (
    <div className="flex flex-col gap-4">
      <Callout
        tone="success"
        role="status"
        title={t('added', { count: outcome.serverIds.length })}
      />
      <Callout tone="warning" title={t('plainTitle')}>
        <p>{t('plainNote')}</p>
        <ul className="mt-2 flex flex-col gap-1">
          {outcome.plainFiles.map((path) => (
            <li key={path} className="flex items-center gap-1">
              <RevealText text={path} className="min-w-0 font-mono text-small text-fg" />
              <CopyButton text={path} />
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  )
}
