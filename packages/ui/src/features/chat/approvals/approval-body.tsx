import { CardFooter, CardSection } from '../../../kit/index.ts'
import { DenyForm } from '../../../lib/keys/deny-form.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { ArgumentProblems } from './argument-problems.tsx'
import { AskReason } from './ask-reason.tsx'
import { AskProvenance } from './call-provenance.tsx'
import { ChangedDefinition } from './changed-definition.tsx'
import { EditArguments } from './edit-arguments.tsx'
import { FileComparison } from '../file-change/lazy-file-comparison.tsx'
import { ToolDescription } from './tool-description.tsx'
import { ToolWarnings } from './tool-warnings.tsx'
import type { Approval } from './use-approval.tsx'

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
