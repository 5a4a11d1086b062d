import {
  toolDisplayName,
  type AskDraft,
  type JsonObject,
  type ToolApprovalAnswer,
  type ToolApprovalAsk,
} from '@gatehouse/domain'
import { fileChangeOf } from '@gatehouse/domain/chats'
import { Pencil } from 'lucide-react'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import {
  Button,
  Card,
  CardFooter,
  CardHeader,
  CardSection,
  classNames,
  revealed,
} from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { ArgumentProblems } from './argument-problems.tsx'
import { AskReason } from './ask-reason.tsx'
import { ArgumentsView } from './arguments-view.tsx'
import { AskProvenance } from './call-provenance.tsx'
import { ChangedDefinition } from './changed-definition.tsx'
import { DenyForm } from '../../lib/deny-form.tsx'
import { EditArguments } from './edit-arguments.tsx'
import { FileComparison } from './file-change/lazy-file-comparison.tsx'
import { ToolWarnings } from './tool-warnings.tsx'
import { ToolDescription } from './tool-description.tsx'
import { ToolHeading } from './tool-heading.tsx'
import { ToolClaims } from './tool-claims.tsx'
import { nameAndTitle } from '../../lib/tool-words.ts'
import { oneLine } from '../../lib/one-line.ts'
import { useWorkspaceOfChat } from '../../lib/queries/index.ts'
import { useUi } from '../../lib/ui-store.tsx'
import { useSeenCall } from './plan/use-seen-call.ts'
import { useDenial } from '../../lib/use-denial.ts'
import { useAskAnswer } from '../../lib/use-ask-answer.ts'
import { useUnseen } from '../../lib/unseen-notice.tsx'
import { useAskKeys, useIsAskTarget, useAskAcceptsInput } from '../../lib/use-ask-keys.ts'

interface ApprovalCardProps {
  ask: ToolApprovalAsk
  /** Below the head, where the card stands apart from its chat: which chat it is. */
  context?: ReactNode
}

type Mode = 'read' | 'edit' | 'deny'

const isEdited = (draft: AskDraft | undefined): boolean =>
  draft?.arguments !== undefined || draft?.raw !== undefined

/** A tool call that waits for the person, with everything they need to decide. */
export function ApprovalCard({ ask, context }: ApprovalCardProps) {
  const t = useT('chat')
  const card = useRef<HTMLDivElement>(null)
  const kept = useUi((ui) => isEdited(ui.askDrafts[ask.id]))
  const keep = useUi((ui) => ui.changeAskDraft)
  const [isEditing, setEditing] = useState(kept)
  const denial = useDenial(ask.id)
  const mode: Mode = denial.isOpen ? 'deny' : isEditing ? 'edit' : 'read'
  const acceptsInput = useAskAcceptsInput()
  const { send, isPending, answered, sent } = useAskAnswer(ask)
  const unseen = useUnseen(ask.arguments)
  // The form does not draw all of a proposal: what was not in view stays below it.
  const [unseenInForm, setUnseenInForm] = useState(kept)
  const proposal = unseen.wrap(<ArgumentsView value={ask.arguments} label={t('call.arguments')} />)
  const answer = (
    decision: ToolApprovalAnswer['decision'],
    more: { arguments?: JsonObject; reason?: string; workspaceId?: string } = {},
  ) => {
    if (answered) return
    // The buttons are about to go; the focus must not fall to the start of the page.
    if (card.current?.contains(document.activeElement))
      (card.current.closest<HTMLElement>('[data-call-row]') ?? card.current).focus()
    send({ kind: 'tool-approval', decision, ...more })
  }
  const inPlan = useSeenCall(card, {
    askId: ask.id,
    isClosed: unseen.blocked || mode !== 'read' || answered,
    isWaived: unseen.isWaived,
  })
  const hasKeys = useIsAskTarget(card)
  useAskKeys(
    card,
    mode === 'read' && !answered
      ? { onMain: () => !unseen.blocked && answer('allow-once'), onRefuse: denial.open }
      : null,
  )
  const leave = () => {
    keep(ask.id, { arguments: undefined, raw: undefined, denial: undefined })
    setEditing(false)
    card.current?.focus()
  }
  const title = toolDisplayName(ask.tool)
  const change = useMemo(() => fileChangeOf(ask.tool, ask.arguments), [ask.tool, ask.arguments])
  const workspace = useWorkspaceOfChat(ask.conversationId)
  const chosen = sent?.kind === 'tool-approval' ? sent.decision : undefined
  return (
    <div
      ref={card}
      tabIndex={-1}
      data-ask-card={ask.id}
      data-testid="approval-card"
      className="outline-none"
    >
      <Card
        hue={ask.serverHue}
        waiting
        label={t('call.asksToRun', {
          server: ask.serverName,
          tool: nameAndTitle(ask.tool.name, title),
        })}
      >
        <CardHeader
          aside={
            <>
              <ToolClaims annotations={ask.tool.annotations} />
              {!inPlan && (
                <span className="whitespace-nowrap">
                  {ask.origin === 'person'
                    ? t('call.byYou')
                    : t('call.step', { step: ask.step, limit: ask.stepLimit })}
                </span>
              )}
            </>
          }
        >
          <ToolHeading
            serverName={ask.serverName}
            serverHue={ask.serverHue}
            toolTitle={title}
            toolName={ask.tool.name}
          />
        </CardHeader>
        {context}
        <AskReason ask={ask} />
        <ToolWarnings serverName={ask.serverName} toolName={ask.tool.name} warnings={ask} />
        {ask.changed && <ChangedDefinition changes={ask.changed} />}
        <AskProvenance ask={ask} />
        <ArgumentProblems problems={ask.argumentProblems} />
        {mode === 'edit' ? (
          <EditArguments
            acceptsInput={acceptsInput}
            ask={ask}
            busy={isPending}
            unseen={unseen.blocked}
            proposal={
              unseenInForm && (
                <>
                  <CardSection padded={false}>{proposal}</CardSection>
                  {unseen.notice}
                </>
              )
            }
            onAllow={(edited) => answer('allow-once', { arguments: edited })}
            onCancel={leave}
          />
        ) : (
          <>
            {change && <FileComparison ask={ask} change={change} />}
            <CardSection padded={false}>{proposal}</CardSection>
            <ToolDescription serverName={ask.serverName} text={ask.tool.description} />
            {mode === 'read' && unseen.notice}
            {mode === 'deny' ? (
              <CardFooter>
                <DenyForm
                  label={t(ask.origin === 'model' ? 'call.denyReason' : 'call.denyReasonPerson')}
                  busy={isPending}
                  denial={denial}
                  onCancel={leave}
                  onDeny={(reason) => answer('deny', reason === '' ? {} : { reason })}
                />
              </CardFooter>
            ) : (
              <CardFooter
                aside={
                  <>
                    {!inPlan && (
                      <span className="max-[60rem]:hidden">
                        {t('call.onlyServer', { server: ask.serverName })}
                      </span>
                    )}
                    <Button
                      variant="danger-quiet"
                      keys={hasKeys ? 'Escape' : undefined}
                      disabled={answered}
                      onClick={denial.open}
                    >
                      {t('call.deny')}
                    </Button>
                  </>
                }
              >
                <Button
                  variant={change ? 'warning' : inPlan ? 'secondary' : 'primary'}
                  keys={hasKeys ? 'Mod+Enter' : undefined}
                  disabled={!acceptsInput || unseen.blocked}
                  loading={isPending && chosen === 'allow-once'}
                  className={unseen.blocked ? undefined : 'disabled:opacity-100'}
                  onClick={() => answer('allow-once')}
                >
                  {t(change ? `call.write.${change.kind}` : 'call.allowOnce')}
                </Button>
                <Button
                  disabled={!acceptsInput || answered || unseen.blocked}
                  className={unseen.blocked ? undefined : 'disabled:opacity-100'}
                  loading={isPending && chosen === 'allow-in-chat'}
                  onClick={() => answer('allow-in-chat')}
                >
                  {t('call.allowInChat')}
                </Button>
                {workspace && (
                  <Button
                    disabled={!acceptsInput || answered || unseen.blocked}
                    title={t('call.allowInWorkspaceNote')}
                    className={classNames('max-w-64', !unseen.blocked && 'disabled:opacity-100')}
                    loading={isPending && chosen === 'allow-in-workspace'}
                    onClick={() => answer('allow-in-workspace', { workspaceId: workspace.id })}
                  >
                    <span className="truncate">
                      {revealed(
                        t('call.allowInWorkspace', { workspace: oneLine(workspace.name, 60) }),
                      )}
                    </span>
                  </Button>
                )}
                <Button
                  disabled={!acceptsInput || answered || unseen.blocked}
                  className={unseen.blocked ? undefined : 'disabled:opacity-100'}
                  loading={isPending && chosen === 'allow-always'}
                  onClick={() => answer('allow-always')}
                >
                  {t('call.allowAlways')}
                </Button>
                <Button
                  icon={Pencil}
                  disabled={answered}
                  onClick={() => {
                    setUnseenInForm(unseen.blocked)
                    setEditing(true)
                  }}
                >
                  {t('call.edit')}
                </Button>
              </CardFooter>
            )}
          </>
        )}
      </Card>
    </div>
  )
}
