import type { ElicitationWaitAsk } from '@gatehouse/domain'
import { RotateCw } from 'lucide-react'
import { Button, CardFooter, CardSection } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { AddressView, useAddress } from './address-view.tsx'
import { AskShell } from '../ask-shell.tsx'
import { PageVisits } from './page-visits.tsx'
import { ServerMessage, AnswerEffects } from '../sampling/server-message.tsx'
import { useAnswerControl } from '../use-answer-control.ts'
import { RefuseButton } from '../../../lib/keys/refuse-button.tsx'

/** A call waits until the person has finished in the browser; the server may say so by itself. */
export function ElicitationWaitCard({ ask, inline }: { ask: ElicitationWaitAsk; inline: boolean }) {
  const t = useT('asks')
  const control = useAnswerControl(ask)
  const { answer, answered, sending, acceptsInput } = control
  const keys = control.hasKeys
  const address = useAddress(ask.url)
  const decide = (decision: 'retry' | 'cancel') => answer({ kind: 'elicitation-wait', decision })
  const decision = sending?.kind === 'elicitation-wait' ? sending.decision : undefined
  return (
    <AskShell
      ask={ask}
      inline={inline}
      control={control}
      keys={{ onMain: () => decide('retry'), onRefuse: () => decide('cancel') }}
    >
      <ServerMessage serverName={ask.serverName} text={ask.message} />
      <AddressView address={address} />
      <CardSection className="text-note text-fg-2">
        {t('wait.body', { server: ask.serverName })}
      </CardSection>
      <PageVisits visits={ask.visits} />
      <AnswerEffects
        serverName={ask.serverName}
        lines={[t('wait.retryEffect'), t('wait.cancelEffect')]}
      />
      <CardFooter
        aside={
          <RefuseButton hasKeys={keys} disabled={answered} onClick={() => decide('cancel')}>
            {t('wait.cancel')}
          </RefuseButton>
        }
      >
        <Button
          variant="primary"
          icon={RotateCw}
          keys={keys ? 'Mod+Enter' : undefined}
          disabled={!acceptsInput}
          loading={decision === 'retry'}
          className="disabled:opacity-100"
          onClick={() => decide('retry')}
        >
          {t('wait.retry')}
        </Button>
      </CardFooter>
    </AskShell>
  )
}
