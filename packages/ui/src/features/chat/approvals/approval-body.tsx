import {
  CardFooter,
  CardSection,
  classNames,
  dedent,
  Icon,
  RevealText,
} from '../../../kit/index.ts'
import { DenyForm } from '../../../lib/keys/deny-form.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { ArgumentProblems } from './argument-problems.tsx'
import { AskProvenance } from './call-provenance.tsx'
import { ChangedDefinition } from './changed-definition.tsx'
import { EditArguments } from './edit-arguments.tsx'
import { ToolWarnings } from './tool-warnings.tsx'
import type { Approval } from './use-approval.tsx'
import { createLazyPart } from '../../../lib/windows/lazy-part.tsx'
import type { ToolApprovalAsk } from '@gatehouse/domain'
import { useModeWords } from '../../../lib/words/mode-words.ts'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'

const UNWORDED: ReadonlySet<string> = new Set<Unworded>([
  'flow-rule',
  'form',
  'form-problem',
  'grant',
  'by-person',
  'every-call',
  'too-many',
  'read-only',
  'in-workspace',
])

// Beside the card that shows it: the lazy parts of a chat lead to that card.
const FileComparison = createLazyPart(
  async () => (await import('../file-change/file-comparison.tsx')).FileComparison,
  null,
)

/** All that a person reads before they decide on a call, or the form in which they change or refuse it. */
export function ApprovalBody({ approval }: { approval: Approval }) {
  const { ask, mode, unseen, proposal } = approval
  const t = useT('chat')
  return (
    <>
      <AskReason ask={ask} />
      <ToolWarnings serverName={ask.serverName} toolName={ask.tool.name} warnings={ask} />
      {ask.changed && <ChangedDefinition changes={ask.changed} />}
      <AskProvenance ask={ask} />
      <ArgumentProblems problems={ask.argumentProblems} />
      {mode === 'edit' ? (
        <EditArguments
          acceptsInput={approval.acceptsInput}
          ask={ask}
          busy={approval.isPending}
          unseen={unseen.blocked}
          proposal={
            approval.unseenInForm && (
              <>
                <CardSection padded={false}>{proposal}</CardSection>
                {unseen.notice}
              </>
            )
          }
          onAllow={(edited) => approval.answer('allow-once', { arguments: edited })}
          onCancel={approval.leave}
        />
      ) : (
        <>
          {approval.change && <FileComparison ask={ask} change={approval.change} />}
          <CardSection padded={false}>{proposal}</CardSection>
          <ToolDescription serverName={ask.serverName} text={ask.tool.description} />
          {mode === 'read' && unseen.notice}
        </>
      )}
      {mode === 'deny' && (
        <CardFooter>
          <DenyForm
            label={t(ask.origin === 'model' ? 'call.denyReason' : 'call.denyReasonPerson')}
            busy={approval.isPending}
            denial={approval.denial}
            onCancel={approval.leave}
            onDeny={(reason) => approval.answer('deny', reason === '' ? {} : { reason })}
          />
        </CardFooter>
      )}
    </>
  )
}

/** Rules that the card shows by itself, or that hold for every call of the chat. */
type Unworded =
  | 'flow-rule'
  | 'form'
  | 'form-problem'
  | 'grant'
  | 'by-person'
  | 'every-call'
  | 'too-many'
  | 'read-only'
  | 'in-workspace'

/** In one line why the mode of the chat asks about this call. */
function AskReason({ ask: { rule } }: { ask: ToolApprovalAsk }) {
  const t = useModeWords()
  if (rule === undefined || isUnworded(rule)) return null
  return (
    <CardSection>
      <p className="text-small text-fg-2" data-testid="ask-reason">
        {t(`asks.${rule}`)}
      </p>
    </CardSection>
  )
}

function isUnworded(rule: NonNullable<ToolApprovalAsk['rule']>): rule is Unworded {
  return UNWORDED.has(rule)
}

/** A tool's description, closed at first: text from a server, which may try to persuade. */
function ToolDescription({ serverName, text }: { serverName: string; text: string | undefined }) {
  const t = useT('chat')
  const [open, setOpen] = useState(false)
  if (!text?.trim()) return null
  return (
    <CardSection padded={false} className="px-3 py-1.5">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-1 inline-flex items-center gap-1 rounded-sm px-1 text-small text-fg-3 hover:text-fg"
      >
        <Icon
          icon={ChevronRight}
          size={12}
          className={classNames('transition-transform duration-100', open && 'rotate-90')}
        />
        {t('call.description', { server: serverName })}
      </button>
      {open && (
        <div
          tabIndex={0}
          role="group"
          aria-label={t('call.description', { server: serverName })}
          className="mt-1 mb-1 max-h-48 overflow-auto border-l-2 border-line pl-3 text-note text-fg-2"
        >
          <RevealText text={dedent(text)} />
        </div>
      )}
    </CardSection>
  )
}
