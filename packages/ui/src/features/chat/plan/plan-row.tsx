import {
  isFoldable,
  toolDisplayName,
  type ToolApprovalAsk,
  toolHints,
  type Tool,
} from '@gatehouse/domain'
import {
  ChevronRight,
  Pencil,
  Eye,
  Globe,
  PencilLine,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { Button, CardFooter, Checkbox, classNames, Icon } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { nameAndTitle } from '../../../lib/words/tool-words.ts'
import { ApprovalBody } from '../approvals/approval-body.tsx'
import { StandingAllowMenu } from '../approvals/standing-allow-menu.tsx'
import { ToolHeading } from '../calls/tool-heading.tsx'
import { useApproval, type Approval, type FindAlike } from '../approvals/use-approval.tsx'
import { argumentsInLine, CallLine, useFits } from './call-line.tsx'
import type { CallDisplay, SeenCalls } from './seen-calls.ts'
import { useSeenCall } from './use-seen-call.ts'

const icons: Record<Risk, LucideIcon> = {
  readOnly: Eye,
  destructive: TriangleAlert,
  outside: Globe,
  changes: PencilLine,
  undeclared: TriangleAlert,
}

export interface RowActions {
  activate: (askId: string) => void
  toggle: (askId: string) => void
  mark: (askId: string) => void
  /** The calls in view that a lasting permission covers; says how many others it covers. */
  alike: FindAlike
  /** Opens by keys what is folded in a row; `null`: the row went. */
  register: (askId: string, openFolds: (() => void) | null) => void
}

interface PlanRowProps {
  ask: ToolApprovalAsk
  /** From 1, among all calls of the step. */
  place: number
  isActive: boolean
  isMarked: boolean
  isOpen: boolean
  hasKeys: boolean
  seen: SeenCalls
  actions: RowActions
}

function displayOf(
  { ask, mode, unseen, answered }: Approval,
  line: { isOpen: boolean; fits: boolean },
): CallDisplay {
  if (mode !== 'read' || answered) return 'busy'
  if (!line.isOpen) {
    const isWhole = line.fits && isFoldable(ask) && argumentsInLine(ask.arguments) !== null
    return isWhole ? 'whole' : 'line'
  }
  if (unseen.blocked) return 'folds'
  return unseen.isWaived ? 'waived' : 'whole'
}

/** One call of a plan that waits: a line, or all of it. */
export const PlanRow = memo(function PlanRow(props: PlanRowProps) {
  const { ask, place, isActive, isMarked, seen, actions } = props
  const t = useT('chat')
  const row = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const openFolds = useRef<() => void>(() => undefined)
  const approval = useApproval(ask, row, actions.alike)
  const isOpen = props.isOpen || approval.mode !== 'read'
  const fits = useFits(line)
  useSeenCall(row, { askId: ask.id, display: displayOf(approval, { isOpen, fits }), seen })
  useEffect(() => {
    openFolds.current = approval.unseen.openAll
  })
  useEffect(() => {
    actions.register(ask.id, () => openFolds.current())
    return () => actions.register(ask.id, null)
  }, [actions, ask.id])
  const title = toolDisplayName(ask.tool)
  const words = { server: ask.serverName, tool: nameAndTitle(ask.tool.name, title) }
  return (
    <div
      ref={row}
      role="group"
      aria-label={t('call.asksToRun', words)}
      aria-current={isActive}
      tabIndex={isActive ? 0 : -1}
      data-plan-row={ask.id}
      data-testid="plan-row"
      onFocus={() => actions.activate(ask.id)}
      className={classNames(
        'border-l-2 outline-none focus-visible:shadow-[inset_0_0_0_1px_var(--color-accent)]',
        isActive ? 'border-l-accent bg-accent-soft/40' : 'border-l-transparent',
      )}
    >
      <div
        ref={line}
        className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-0.5 px-2.5 py-1 text-note"
      >
        <Checkbox
          label={t('plan.mark', words)}
          labelHidden
          checked={isMarked}
          onCheckedChange={() => actions.mark(ask.id)}
        />
        <span aria-hidden className="w-4 text-small text-fg-3 tabular-nums">
          {place}
        </span>
        <span className="flex max-w-full min-w-0 items-center gap-2">
          <ToolHeading
            serverName={ask.serverName}
            serverHue={ask.serverHue}
            toolTitle={title}
            toolName={ask.tool.name}
          />
        </span>
        {isOpen ? (
          <span className="flex-1" />
        ) : (
          <span className="min-w-40 flex-1 basis-40 font-mono text-small">
            <CallLine args={ask.arguments} />
          </span>
        )}
        <span className="ml-auto inline-flex items-center gap-2.5">
          <RiskMark tool={ask.tool} />
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={t('call.details', { tool: ask.tool.name })}
            onClick={() => actions.toggle(ask.id)}
            className="-mr-1 flex size-6 items-center justify-center rounded-md text-fg-3 hover:bg-hover hover:text-fg"
          >
            <Icon
              icon={ChevronRight}
              className={classNames('transition-transform duration-100', isOpen && 'rotate-90')}
            />
          </button>
        </span>
      </div>
      {isOpen && <ApprovalBody approval={approval} />}
      {isOpen && isActive && approval.mode === 'read' && (
        <RowButtons approval={approval} hasKeys={props.hasKeys} />
      )}
    </div>
  )
})

function RowButtons({ approval, hasKeys }: { approval: Approval; hasKeys: boolean }) {
  const { acceptsInput, unseen, change, answered, isPending, chosen } = approval
  const t = useT('chat')
  return (
    <CardFooter
      aside={
        <Button variant="danger-quiet" disabled={answered} onClick={approval.denial.open}>
          {t('call.deny')}
        </Button>
      }
    >
      <Button
        variant={change ? 'warning' : 'secondary'}
        keys={hasKeys ? 'Mod+Enter' : undefined}
        disabled={!acceptsInput || unseen.blocked}
        loading={isPending && chosen === 'allow-once'}
        className={unseen.blocked ? undefined : 'disabled:opacity-100'}
        onClick={() => approval.answer('allow-once')}
      >
        {t(change ? `call.write.${change.kind}` : 'call.allowOnce')}
      </Button>
      <StandingAllowMenu approval={approval} />
      <Button icon={Pencil} disabled={answered} onClick={approval.edit}>
        {t('call.edit')}
      </Button>
    </CardFooter>
  )
}

type Risk = 'readOnly' | 'destructive' | 'outside' | 'changes' | 'undeclared'

function riskOf(tool: Pick<Tool, 'annotations'>): Risk {
  const { annotations } = tool
  if (toolHints(tool).isReadOnly) return 'readOnly'
  if (annotations?.destructiveHint === true) return 'destructive'
  if (annotations?.destructiveHint === undefined) return 'undeclared'
  return annotations.openWorldHint === true ? 'outside' : 'changes'
}

/** One word for what the server declares of its tool; a globe where a tool that reads may also reach outside. */
function RiskMark({ tool }: { tool: Tool }) {
  const t = useT('chat')
  const risk = riskOf(tool)
  const isQuiet = risk === 'readOnly'
  const icon = isQuiet && toolHints(tool).isOpenWorld ? Globe : icons[risk]
  return (
    <span
      title={t('call.claimsHint')}
      className={classNames(
        'inline-flex shrink-0 items-center gap-1 text-small whitespace-nowrap',
        isQuiet ? 'text-fg-3' : 'rounded-sm bg-warning-soft px-1.5 py-0.5 font-medium text-warning',
      )}
    >
      <Icon icon={icon} size={12} />
      {t(`plan.risk.${risk}`)}
    </span>
  )
}
