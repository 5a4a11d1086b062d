import type { ElicitationAsk } from '@gatehouse/domain'
import type { ElicitationRequest } from '@gatehouse/domain/server-requests'
import { ExternalLink } from 'lucide-react'
import { Button, CardFooter } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { AddressWarnings, AddressView, useAddress } from './address-view.tsx'
import { AskShell } from '../ask-shell.tsx'
import { PageVisits } from './page-visits.tsx'
import { PreviousFailure } from '../sampling/previous-failure.tsx'
import { ServerMessage, AnswerEffects } from '../sampling/server-message.tsx'
import { useAnswerControl } from '../use-answer-control.ts'
import { RefuseButton } from '../../../lib/keys/refuse-button.tsx'

interface ElicitationUrlCardProps {
  ask: ElicitationAsk
  request: Extract<ElicitationRequest, { mode: 'url' }>
  inline: boolean
}

/** A server wants a page visited. Nothing of it is opened, fetched or looked up before the person agrees. */
export function ElicitationUrlCard({ ask, request, inline }: ElicitationUrlCardProps) {
  const t = useT('asks')
  const control = useAnswerControl(ask)
  const { answer, answered, sending, acceptsInput } = control
  const keys = control.hasKeys
  const address = useAddress(request.url)
  const respond = (action: 'accept' | 'decline' | 'cancel') =>
    answer({ kind: 'elicitation', answer: { action } })
  const open = () => {
    if (address.canOpen) respond('accept')
  }
  const action = sending?.kind === 'elicitation' ? sending.answer.action : undefined
  const server = ask.serverName
  return (
    <AskShell
      ask={ask}
      inline={inline}
      control={control}
      keys={{ onMain: open, onRefuse: () => respond('decline') }}
    >
      <PreviousFailure title={t('url.notOpened')} problem={ask.problem} />
      <ServerMessage serverName={server} text={request.message} />
      <AddressView address={address} />
      <AddressWarnings address={address} />
      <PageVisits visits={ask.visits} />
      <AnswerEffects
        serverName={server}
        lines={[
          t('url.nothingYet'),
          t('url.openEffect', { server }),
          t('url.declineEffect', { server }),
          t('url.cancelEffect', { server }),
        ]}
      />
      <CardFooter
        aside={
          <>
            <Button disabled={answered} onClick={() => respond('cancel')}>
              {t('form.cancel')}
            </Button>
            <RefuseButton hasKeys={keys} disabled={answered} onClick={() => respond('decline')}>
              {t('form.decline')}
            </RefuseButton>
          </>
        }
      >
        <Button
          variant="primary"
          icon={ExternalLink}
          keys={keys && address.canOpen ? 'Mod+Enter' : undefined}
          disabled={!acceptsInput || !address.canOpen}
          loading={action === 'accept'}
          className={address.canOpen ? 'disabled:opacity-100' : undefined}
          onClick={open}
        >
          {t('url.open')}
        </Button>
      </CardFooter>
    </AskShell>
  )
}
