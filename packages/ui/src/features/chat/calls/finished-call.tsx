import {
  ENDED_WITH_APP,
  STOPPED_BY_PERSON,
  type ToolCall,
  type StoredBlock,
} from '@gatehouse/domain'
import {
  Ban,
  Check,
  CircleHelp,
  CircleSlash,
  CircleX,
  RotateCcw,
  TriangleAlert,
  FileText,
  Type,
} from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import {
  Badge,
  Button,
  Card,
  CardHeader,
  CardSection,
  RevealText,
  type IconType,
  type Tone,
  CopyButton,
} from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { ArgumentProblems } from '../approvals/argument-problems.tsx'
import { ArgumentsDiff } from '../approvals/arguments-diff.tsx'
import { ArgumentsView } from '../approvals/arguments-view.tsx'
import { resultSize, summarizeArguments } from '../approvals/call-summary.ts'
import { CallProvenance } from '../approvals/call-provenance.tsx'
import { GrantedLine, useGrantedWords } from '../approvals/granted-line.tsx'
import { CollapsedText } from '../../../lib/media/collapsed-text.tsx'
import { useServers } from '../../../lib/queries/index.ts'
import { nameAndTitle } from '../../../lib/words/tool-words.ts'
import { SignInAgain } from '../../../lib/servers/sign-in-again.tsx'
import { useUi } from '../../../lib/ui-store.tsx'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import type { RunToolState } from './run-tool.tsx'
import { runToolKey, toolFormKey } from './tool-form-key.ts'
import { ResultTable } from '../result-shapes/result-table.tsx'
import { ToolHeading } from './tool-heading.tsx'
import { CallSourceContext } from './call-source.ts'
import { ToolResultView } from './tool-result.tsx'
import { createLazyPart } from '../../../lib/windows/lazy-part.tsx'
import { AudioBlock, ImageBlock } from '../../../lib/media/media-blocks.tsx'
import { useCopyText } from '../copy-to-clipboard/use-copy.ts'

/** Blocks of a result among which pictures and sounds are looked for. */
const LOOKED_AT = 20

const FileUndo = createLazyPart(
  async () => (await import('../file-change/file-undo.tsx')).FileUndo,
  null,
)

const NamedVariables = createLazyPart(
  async () => (await import('./named-variables.tsx')).NamedVariables,
  null,
)

interface CallStatusBadge {
  tone: Tone
  icon: IconType
  words: string
}

/** Words for the decision that allowed a call. What a person denied did not run. */
const allowedWords = {
  'allow-once': 'call.status.allowedOnce',
  'allow-in-chat': 'call.status.allowedInChat',
  'allow-in-workspace': 'call.status.allowedInWorkspace',
  'allow-always': 'call.status.allowedAlways',
  'allow-read-only': 'call.status.allowedReadOnly',
  'allow-by-mode': 'call.status.ranByMode',
  deny: 'call.status.allowedOnce',
} as const

function useCallStatus(call: ToolCall): CallStatusBadge {
  const t = useT('chat')
  switch (call.status) {
    case 'denied':
      return { tone: 'danger', icon: Ban, words: t('call.status.denied') }
    case 'rejected':
      return { tone: 'warning', icon: CircleSlash, words: t('call.status.rejected') }
    case 'failed':
      return { tone: 'danger', icon: CircleX, words: t('call.status.failed') }
    case 'cancelled':
      return { tone: 'neutral', icon: CircleSlash, words: t('call.status.cancelled') }
    case 'unknown':
      return { tone: 'warning', icon: CircleHelp, words: t('call.status.unknown') }
    default: {
      if (call.result?.isError)
        return { tone: 'danger', icon: TriangleAlert, words: t('call.status.toolError') }
      // The host's own tool, which reads what is in the chat already.
      if (call.serverId === null)
        return { tone: 'neutral', icon: Check, words: t('call.status.fromChat') }
      if (call.decision?.inForm)
        return { tone: 'success', icon: Check, words: t('call.status.ranByYou') }
      return { tone: 'success', icon: Check, words: t(allowedWords[call.decision?.kind ?? 'deny']) }
    }
  }
}

/** Open at first where the person wants to see it: their own run, and an error. */
function opensAtFirst(call: ToolCall): boolean {
  if (call.status !== 'done') return false
  return call.origin === 'person' || call.result?.isError === true
}

function isEdited(call: ToolCall): boolean {
  return (
    call.decision?.by === 'person' &&
    JSON.stringify(call.arguments) !== JSON.stringify(call.proposedArguments)
  )
}

interface FinishedCallProps {
  call: ToolCall
  conversationId: string
  /** Among calls that wait, which need the room. */
  isInPlan?: boolean | undefined
}

/**
 * A call that is over: one line that says how it went, rows and pictures of its result, and everything else below it when
 * opened.
 */
export function FinishedCall({ call, conversationId, isInPlan = false }: FinishedCallProps) {
  const t = useT('chat')
  const { duration, bytes } = useFormats()
  const [open, setOpen] = useState(() => opensAtFirst(call))
  const status = useCallStatus(call)
  const granted = useGrantedWords(call)
  const edited = useMemo(() => isEdited(call), [call])
  const took =
    call.startedAt !== undefined && call.endedAt !== undefined
      ? call.endedAt - call.startedAt
      : null
  const size = useMemo(() => (call.result ? resultSize(call.result) : 0), [call.result])
  const summary = [
    summarizeArguments(call.arguments, t),
    size > 0 ? t('call.summary.result', { size: bytes(size) }) : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
  const { serverId, serverName, serverHue } = call
  const source = useMemo(
    () => (serverId === null ? null : { conversationId, serverId, serverName, serverHue }),
    [conversationId, serverId, serverName, serverHue],
  )
  return (
    <Card
      hue={call.serverHue}
      label={t('call.label', {
        tool: nameAndTitle(call.toolName, call.toolTitle),
        server: call.serverName,
        status: status.words,
      })}
    >
      <CardHeader
        expanded={open}
        onToggle={() => setOpen(!open)}
        toggleLabel={t('call.details', { tool: nameAndTitle(call.toolName, call.toolTitle) })}
        aside={
          <>
            {call.origin === 'app' && <Badge>{t('call.byApp')}</Badge>}
            {edited && <Badge title={t('call.editedNote')}>{t('call.edited')}</Badge>}
            <Badge tone={status.tone} icon={status.icon} title={granted ?? undefined}>
              {status.words}
            </Badge>
            {took !== null && (
              <span className="whitespace-nowrap tabular-nums">{duration(took)}</span>
            )}
          </>
        }
      >
        <ToolHeading {...call} summary={summary} />
      </CardHeader>
      <Outcome call={call} />
      {(call.status === 'failed' || call.result?.isError) && <NamedVariables call={call} />}
      {call.fileUndo && (
        <FileUndo call={call} undo={call.fileUndo} conversationId={conversationId} />
      )}
      {!open && call.result && (
        <>
          <ResultMedia content={call.result.content} serverName={call.serverName} />
          {!isInPlan && <ResultTable result={call.result} />}
        </>
      )}
      {open && (
        <>
          <GrantedLine call={call} />
          {call.decision?.provenance && (
            <CallProvenance
              conversationId={conversationId}
              provenance={call.decision.provenance}
              server={{ id: call.serverId ?? '', name: call.serverName }}
            />
          )}
          <CardSection padded={false}>
            <ArgumentsView value={call.arguments} label={t('call.arguments')} />
          </CardSection>
          {edited && (
            <Part title={t('call.editedNote')}>
              <ArgumentsDiff before={call.proposedArguments} after={call.arguments} />
            </Part>
          )}
          {call.result && (
            <Part title={t('call.result')}>
              <CallSourceContext value={source}>
                <ToolResultView result={call.result} serverName={call.serverName} />
              </CallSourceContext>
            </Part>
          )}
          <CallCopy call={call} />
          {call.origin === 'person' && <RunAgain call={call} conversationId={conversationId} />}
        </>
      )}
    </Card>
  )
}

/** The form of the tool again, filled in with the arguments of this call. */
function RunAgain({ call, conversationId }: { call: ToolCall; conversationId: string }) {
  const t = useT('chat')
  const { serverId, toolName, arguments: initial } = call
  const [, fillIn] = useRetainedState<RunToolState>(runToolKey(conversationId))
  const keep = useUi((ui) => ui.keep)
  const isThere = useServers().data?.some(({ config }) => config.id === serverId)
  if (serverId === null || !isThere) return null
  const open = () => {
    keep(toolFormKey(serverId, toolName), undefined)
    fillIn({ step: 'fill', choice: { serverId, toolName }, initial })
  }
  return (
    <CardSection>
      <Button size="small" icon={RotateCcw} onClick={open}>
        {t('call.runAgain')}
      </Button>
    </CardSection>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <CardSection>
      <p className="mb-1.5 text-small font-medium text-fg-3">{title}</p>
      {children}
    </CardSection>
  )
}

/** The reason for a missing result; always shown, for nothing else shows it. */
function Outcome({ call }: { call: ToolCall }) {
  const t = useT('chat')
  if (call.status === 'denied') {
    const reason =
      call.decision?.by === 'flow-rule' ? t('provenance.refused') : call.decision?.reason
    return reason ? (
      <CardSection>
        <p className="text-note text-fg-2">
          <RevealText text={reason} />
        </p>
      </CardSection>
    ) : null
  }
  if (
    call.status !== 'rejected' &&
    call.status !== 'failed' &&
    call.status !== 'cancelled' &&
    call.status !== 'unknown'
  )
    return null
  const notes = {
    ...(call.origin !== 'model'
      ? {
          rejected: undefined,
          failed: t('call.failedOwnNote'),
          unknown: t('call.unknownOwnNote'),
        }
      : {
          rejected: t('call.rejectedNote'),
          failed: t('call.failedNote'),
          unknown: t('call.unknownNote'),
        }),
    cancelled: call.startedAt === undefined ? undefined : t('call.cancelledNote'),
  }
  const note = notes[call.status]
  const own = call.error === ENDED_WITH_APP ? t('call.endedWithApp') : call.error
  const words = call.status === 'cancelled' ? undefined : own
  // How a call ended otherwise than by Stop is more than the note could show.
  if (call.status === 'cancelled' && call.error !== undefined && call.error !== STOPPED_BY_PERSON)
    return (
      <CardSection>
        <p className="text-small text-fg-3">
          <RevealText text={call.error} />
        </p>
      </CardSection>
    )
  if (!words && !note) return null
  if (call.argumentProblems)
    return (
      <>
        <ArgumentProblems problems={call.argumentProblems} />
        <CardSection>
          <p className="text-small text-fg-3">{t('call.sentBackNote')}</p>
        </CardSection>
      </>
    )
  return (
    <CardSection className="flex flex-col gap-1">
      {words && <CollapsedText text={words} label={t('call.result')} tone="danger" />}
      {note && <p className="text-small text-fg-3">{note}</p>}
      {call.needsSignIn && call.serverId !== null && (
        <span>
          <SignInAgain serverId={call.serverId} since={call.endedAt} />
        </span>
      )}
    </CardSection>
  )
}

type Media = Extract<StoredBlock, { type: 'image' | 'audio' }>

const isMedia = (block: StoredBlock): block is Media =>
  block.type === 'image' || block.type === 'audio'

interface ResultMediaProps {
  content: readonly StoredBlock[]
  serverName: string
}

/** The pictures and sounds of a result whose card is folded. */
function ResultMedia({ content, serverName }: ResultMediaProps) {
  const media = content.slice(0, LOOKED_AT).filter(isMedia)
  if (media.length === 0) return null
  return (
    <CardSection className="flex flex-wrap gap-3">
      {media.map(({ type, kept, mimeType }, index) =>
        type === 'image' ? (
          <ImageBlock key={index} data={kept} mimeType={mimeType} serverName={serverName} />
        ) : (
          <AudioBlock key={index} data={kept} mimeType={mimeType} serverName={serverName} />
        ),
      )}
    </CardSection>
  )
}

/** Copies a call with its arguments and its result, below them. */
function CallCopy({ call }: { call: ToolCall }) {
  const t = useT('chat')
  const textOf = useCopyText()
  const source = { kind: 'entry', entry: call } as const
  return (
    <CardSection padded={false} className="flex items-center gap-0.5 px-2 py-1">
      <CopyButton
        icon={FileText}
        label={t('copy.callMarkdown')}
        text={() => textOf(source, 'markdown')}
      />
      <CopyButton icon={Type} label={t('copy.callPlain')} text={() => textOf(source, 'plain')} />
    </CardSection>
  )
}
