import { toolDisplayName, type ToolApprovalAsk } from '@gatehouse/domain'
import { Pencil } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { Button, Card, CardFooter, CardHeader } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { nameAndTitle } from '../../../lib/words/tool-words.ts'
import { useAskKeys, useIsAskTarget, type KeyRefusal } from '../../../lib/keys/use-ask-keys.ts'
import { ApprovalBody } from './approval-body.tsx'
import { StandingAllowMenu } from './standing-allow-menu.tsx'
import { ToolClaims } from './tool-claims.tsx'
import { ToolHeading } from '../calls/tool-heading.tsx'
import { useApproval } from './use-approval.tsx'
import { RefuseButton } from '../../../lib/keys/refuse-button.tsx'

interface ApprovalCardProps {
  ask: ToolApprovalAsk
  /** Below the head, where the card stands apart from its chat: which chat it is. */
  context?: ReactNode
}

/** A tool call that waits for the person, with everything they need to decide. */
export function ApprovalCard({ ask, context }: ApprovalCardProps) {
  const t = useT('chat')
  const card = useRef<HTMLDivElement>(null)
  const approval = useApproval(ask, card)
  const { mode, unseen, change, acceptsInput, answered, isPending, chosen, denial, answer } =
    approval
  const [refused, setRefused] = useState<{ why: KeyRefusal } | null>(null)
  const refuse = (why: KeyRefusal) => setRefused({ why })
  const hasKeys = useIsAskTarget(card)
  useAskKeys(
    card,
    mode === 'read' && !answered
      ? {
          onMain: () => (unseen.blocked ? refuse('folded') : answer('allow-once')),
          onRefuse: denial.open,
          onKeyRefused: refuse,
        }
      : null,
  )
  const title = toolDisplayName(ask.tool)
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
              <span className="whitespace-nowrap">
                {ask.origin === 'model'
                  ? t('call.step', { step: ask.step, limit: ask.stepLimit })
                  : t(ask.origin === 'person' ? 'call.byYou' : 'call.byApp')}
              </span>
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
        <ApprovalBody approval={approval} />
        {mode === 'read' && (
          <CardFooter
            aside={
              <>
                <span className="max-[60rem]:hidden">
                  {t('call.onlyServer', { server: ask.serverName })}
                </span>
                <RefuseButton hasKeys={hasKeys} disabled={answered} onClick={denial.open}>
                  {t('call.deny')}
                </RefuseButton>
              </>
            }
          >
            <Button
              variant={change ? 'warning' : 'primary'}
              keys={hasKeys ? 'Mod+Enter' : undefined}
              disabled={!acceptsInput || unseen.blocked}
              loading={isPending && chosen === 'allow-once'}
              className={unseen.blocked ? undefined : 'disabled:opacity-100'}
              onClick={() => answer('allow-once')}
            >
              {t(change ? `call.write.${change.kind}` : 'call.allowOnce')}
            </Button>
            <StandingAllowMenu approval={approval} />
            <Button icon={Pencil} disabled={answered} onClick={approval.edit}>
              {t('call.edit')}
            </Button>
            <KeyNote refused={refused} />
          </CardFooter>
        )}
      </Card>
    </div>
  )
}

/** The reason for which the last key did nothing more than it did. A new object for each press, so that each is announced. */
function KeyNote({ refused }: { refused: { why: KeyRefusal } | null }) {
  const t = useT('asks')
  return (
    <span role="status" data-testid="key-note" className="text-small text-warning empty:hidden">
      {refused && t(`keyRefused.${refused.why}`)}
    </span>
  )
}
