import type { SamplingResponseAsk } from '@gatehouse/domain'
import type { SamplingAnswer, SamplingMessage } from '@gatehouse/domain/server-requests'
import { Eye, RefreshCw } from 'lucide-react'
import { useMemo } from 'react'
import {
  Badge,
  Button,
  CardFooter,
  CardSection,
  Disclosure,
  Icon,
  RevealText,
} from '../../../kit/index.ts'
import type { BlockEdits } from '@gatehouse/domain'
import { DenyForm } from '../../../lib/keys/deny-form.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useProviders } from '../../../lib/queries/index.ts'
import { useUnseen } from '../../../lib/chats/unseen-notice.tsx'
import { useDenial } from '../../../lib/keys/use-denial.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { AskShell } from '../ask-shell.tsx'
import { BeforeAndAfter } from './before-and-after.tsx'
import { AdaptedParametersNote } from './adapted-parameters.tsx'
import { EditsNote } from './edits-note.tsx'
import { SamplingBlocks } from './sampling-blocks.tsx'
import { editAnswer, noBlockEdits } from './sampling-edits.ts'
import { SentMessages, SentRequest } from './sent-request.tsx'
import { useAnswerControl, type Answer } from '../use-answer-control.ts'
import { RefuseButton } from '../../../lib/keys/refuse-button.tsx'

/** The model's answer, before the server sees it. */
export function SamplingResponseCard({
  ask,
  inline,
}: {
  ask: SamplingResponseAsk
  inline: boolean
}) {
  const t = useT('asks')
  const control = useAnswerControl(ask)
  const { answered, sending, acceptsInput } = control
  const keys = control.hasKeys
  const edits = useUi((ui) => ui.askDrafts[ask.id]?.answer) ?? noBlockEdits
  const keep = useUi((ui) => ui.changeAskDraft)
  const setEdits = (answer: BlockEdits) => keep(ask.id, { answer })
  const { response, count } = useMemo(() => editAnswer(ask.response, edits), [ask.response, edits])
  const denial = useDenial(ask.id)
  const denying = denial.isOpen
  const unseen = useUnseen(ask.response)
  const respond = (answer: Extract<Answer, { kind: 'sampling-response' }>['answer']) =>
    control.answer({ kind: 'sampling-response', answer })
  const send = () => {
    if (response && !unseen.blocked) respond({ decision: 'send', response })
  }
  const decision = sending?.kind === 'sampling-response' ? sending.answer.decision : undefined
  const server = ask.serverName
  return (
    <AskShell
      ask={ask}
      inline={inline}
      control={control}
      keys={denying ? null : { onMain: send, onRefuse: denial.open }}
      aside={<Badge tone="accent">{t('sampling.step2')}</Badge>}
    >
      <CardSection className="flex flex-col gap-2">
        <AnsweredBy ask={ask} />
        <AdaptedParametersNote adapted={ask.fitted} />
        {unseen.wrap(
          <SamplingBlocks
            blocks={ask.response.content}
            placeOf={String}
            edits={edits}
            onChange={setEdits}
            serverName={server}
            name={t('sampling.answer')}
            position={1}
            disabled={answered}
          />,
        )}
        {response === null && (
          <p role="status" className="text-small text-danger">
            {t('sampling.empty')}
          </p>
        )}
        {response !== null && count > 0 && (
          <BeforeAndAfter
            summary={t('sampling.compare.answer')}
            before={{
              title: t('sampling.compare.modelAnswer'),
              content: <SentMessages messages={messagesOf(ask.response)} serverName={server} />,
            }}
            after={{
              title: t('sampling.compare.serverGets', { server }),
              content: <SentMessages messages={messagesOf(response)} serverName={server} />,
            }}
          />
        )}
        <Disclosure summary={t('sampling.request')} onlyOpen>
          <SentRequest request={ask.request} serverName={server} />
        </Disclosure>
      </CardSection>
      <CardSection
        padded={false}
        className="flex items-center gap-1.5 px-3 py-2 text-small text-fg-2"
      >
        <Icon icon={Eye} size={14} />
        {t('sampling.sendNote', { server })}
      </CardSection>
      {!denying && unseen.notice}
      {denying ? (
        <CardFooter>
          <DenyForm
            label={t('denyReason')}
            busy={answered}
            denial={denial}
            onDeny={(reason) => respond({ decision: 'deny', ...(reason === '' ? {} : { reason }) })}
            onCancel={() => {
              denial.close()
              control.card.current?.focus()
            }}
          />
        </CardFooter>
      ) : (
        <CardFooter
          aside={
            <RefuseButton hasKeys={keys} disabled={answered} onClick={denial.open}>
              {t('deny')}
            </RefuseButton>
          }
        >
          <Button
            variant="primary"
            keys={keys ? 'Mod+Enter' : undefined}
            disabled={!acceptsInput || response === null || unseen.blocked}
            loading={decision === 'send'}
            className={response && !unseen.blocked ? 'disabled:opacity-100' : undefined}
            onClick={send}
          >
            {t('sampling.send')}
          </Button>
          <Button
            icon={RefreshCw}
            disabled={!acceptsInput || answered}
            loading={decision === 'regenerate'}
            className="disabled:opacity-100"
            onClick={() => respond({ decision: 'regenerate' })}
          >
            {t('sampling.regenerate')}
          </Button>
          <EditsNote count={count} disabled={answered} onReset={() => setEdits(noBlockEdits)} />
        </CardFooter>
      )}
    </AskShell>
  )
}

function messagesOf({ content }: SamplingAnswer): SamplingMessage[] {
  return [{ role: 'assistant', content }]
}

function AnsweredBy({ ask }: { ask: SamplingResponseAsk }) {
  const t = useT('asks')
  const providers = useProviders().data
  const provider = providers?.find((one) => one.id === ask.model.providerId)
  const known = provider?.models.find((one) => one.id === ask.model.modelId)
  const stop = useStopWords(ask.response)
  const name = known?.name ?? ask.model.modelId
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-small text-fg-3">
      <RevealText
        text={t('sampling.answeredBy', { model: provider ? `${name} · ${provider.name}` : name })}
      />
      {ask.isStopped === true && <span className="text-warning">{t('sampling.stoppedByYou')}</span>}
      {ask.tokens && (
        <span>{t(`sampling.tokens.${ask.tokens.kind}`, { count: ask.tokens.count })}</span>
      )}
      {stop !== undefined && (
        <span className={ask.response.stopReason === 'maxTokens' ? 'text-warning' : undefined}>
          <RevealText text={stop} />
        </span>
      )}
    </p>
  )
}

function useStopWords({ stopReason }: SamplingAnswer): string | undefined {
  const t = useT('asks')
  switch (stopReason) {
    case undefined:
      return undefined
    case 'endTurn':
    case 'stopSequence':
    case 'maxTokens':
    case 'toolUse':
      return t(`sampling.stop.${stopReason}`)
    default:
      return t('sampling.stop.other', { reason: oneLine(stopReason, 60) })
  }
}
