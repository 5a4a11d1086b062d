import type { CallFlows, DataFlow, FlowSource, ToolApprovalAsk } from '@gatehouse/domain'
import { ArrowRightLeft } from 'lucide-react'
import { Button, CardSection, classNames, Icon, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useFlowRules, useSetFlowRule } from '../../../lib/queries/index.ts'
import { useUi } from '../../../lib/ui-store.tsx'

interface CallProvenanceProps {
  conversationId: string
  provenance: CallFlows
  server: { id: string; name: string }
  /** The call waits: rules for the pair can be given here. */
  isAsked?: boolean
}

/** Characters of a name, and of what was found, in a chip. */
const MAX_NAME = 40
const MAX_EXCERPT = 60

const keyOf = (from: FlowSource): string => (from.kind === 'server' ? from.serverId : '')

/** By server; the files of the person together, as a rule is for all of them. */
function bySource(flows: readonly DataFlow[]): DataFlow[][] {
  const groups = new Map<string, DataFlow[]>()
  for (const flow of flows) {
    const key = keyOf(flow.from)
    groups.set(key, [...(groups.get(key) ?? []), flow])
  }
  return [...groups.values()]
}

/** In a line for each source: text of it is in the arguments; and a chip for each place that leads to where it was read. */
export function CallProvenance({
  conversationId,
  provenance,
  server,
  isAsked = false,
}: CallProvenanceProps) {
  const t = useT('chat')
  const { flows, more, isIncomplete, isUnread, leavesFor, isAllowedTool } = provenance
  return (
    <CardSection>
      <div data-testid="provenance" className="flex flex-col gap-2 text-small">
        {bySource(flows).map((group) => (
          <Source
            key={keyOf(group[0]?.from ?? { kind: 'file', name: '' })}
            flows={group}
            conversationId={conversationId}
            server={server}
            isAsked={isAsked}
          />
        ))}
        {more !== undefined && <p className="text-fg-2">{t('provenance.more', { count: more })}</p>}
        {leavesFor !== undefined && flows.length > 0 && (
          <p className="text-warning">
            <RevealText text={t('provenance.leaves', { host: leavesFor })} />
          </p>
        )}
        {isIncomplete && <p className="text-warning">{t('provenance.incomplete')}</p>}
        {isUnread && <p className="text-warning">{t('provenance.unread')}</p>}
        {isAsked && isAllowedTool && <p className="text-fg-2">{t('provenance.allowedTool')}</p>}
      </div>
    </CardSection>
  )
}

/** Of a call that waits. */
export function AskProvenance({ ask }: { ask: ToolApprovalAsk }) {
  const { provenance, conversationId, serverId: id, serverName: name } = ask
  if (!provenance) return null
  return <CallProvenance {...{ conversationId, provenance }} server={{ id, name }} isAsked />
}

interface SourceProps extends Omit<CallProvenanceProps, 'provenance'> {
  flows: readonly DataFlow[]
  isAsked: boolean
}

function Source({ flows, conversationId, server, isAsked }: SourceProps) {
  const t = useT('chat')
  const from = flows[0]?.from
  if (!from) return null
  const to = oneLine(server.name, MAX_NAME)
  const words =
    from.kind === 'server'
      ? t('provenance.server', { from: oneLine(from.serverName, MAX_NAME), to })
      : t('provenance.file', { to })
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex items-start gap-2 font-medium text-warning">
        <Icon icon={ArrowRightLeft} size={14} className="mt-0.5 shrink-0" />
        <span className="min-w-0 break-words">
          <RevealText text={words} />
        </span>
      </p>
      <ul className="flex flex-wrap gap-1.5 pl-5.5" aria-label={t('provenance.places')}>
        {flows.map((flow) => (
          <li key={`${flow.entryId} ${flow.label} ${flow.path}`} className="max-w-full min-w-0">
            <Place flow={flow} conversationId={conversationId} />
          </li>
        ))}
      </ul>
      {isAsked && <PairRule from={from} server={server} />}
    </div>
  )
}

function Place({ flow, conversationId }: { flow: DataFlow; conversationId: string }) {
  const t = useT('chat')
  const openAt = useUi((ui) => ui.openChatAt)
  const { from, turnId, entryId, label, path, how, excerpt } = flow
  const facts = {
    label: oneLine(label, MAX_NAME),
    argument: oneLine(path, MAX_NAME),
    excerpt: oneLine(excerpt, MAX_EXCERPT),
  }
  return (
    <button
      type="button"
      data-testid="provenance-chip"
      data-hue={from.kind === 'server' ? from.serverHue : undefined}
      title={t('provenance.show')}
      onClick={() => openAt({ conversationId, turnId, entryId })}
      className={classNames(
        'max-w-full rounded-sm px-1.5 py-0.5 text-left break-words hover:underline',
        // A file is of no server: the card's own hue would say that it is the receiver's.
        from.kind === 'server' ? 'bg-hue-chip text-hue' : 'bg-sunken text-fg-2',
      )}
    >
      <RevealText
        text={t(path === '' ? `provenance.spread.${how}` : `provenance.place.${how}`, facts)}
      />
    </button>
  )
}

/** The person's decision about this pair, or the choice of one. */
function PairRule({ from, server }: { from: FlowSource; server: CallProvenanceProps['server'] }) {
  const t = useT('chat')
  const set = useSetFlowRule()
  const fromId = from.kind === 'server' ? from.serverId : null
  const rules = useFlowRules().data
  const rule = rules?.find((one) => one.fromId === fromId && one.toId === server.id && !one.isVoid)
  if (rule) return <p className="pl-5.5 text-fg-3">{t(`provenance.rule.${rule.rule}`)}</p>
  const give = (next: 'allow' | 'never'): void =>
    set.mutate({ fromId, toId: server.id, rule: next })
  return (
    <div className="flex flex-wrap items-center gap-1.5 pl-5.5">
      <Button size="small" variant="ghost" disabled={set.isPending} onClick={() => give('allow')}>
        {t('provenance.allow')}
      </Button>
      <Button size="small" variant="ghost" disabled={set.isPending} onClick={() => give('never')}>
        {t('provenance.never')}
      </Button>
    </div>
  )
}
