import type { ModelRef, SamplingRequestAsk } from '@gatehouse/domain'
import { Cpu, Eye, Lock, Pencil, EyeOff } from 'lucide-react'
import { useMemo } from 'react'
import { Badge, Button, Callout, Card, CardFooter, CardSection, Icon } from '../../../kit/index.ts'
import type { SamplingEdits } from '@gatehouse/domain'
import { DenyForm } from '../../../lib/keys/deny-form.tsx'
import { useT } from '../../../lib/words/i18n.ts'
import { useSamplingWords } from '../../../lib/words/sampling-words.ts'
import { useProviders } from '../../../lib/queries/index.ts'
import { useUnseen } from '../../../lib/chats/unseen-notice.tsx'
import { useDenial } from '../../../lib/keys/use-denial.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { AskShell } from '../ask-shell.tsx'
import { ManualAnswer } from './manual-answer.tsx'
import { BeforeAndAfter } from './before-and-after.tsx'
import { ContextOffer } from './context-offer.tsx'
import { EditsNote } from './edits-note.tsx'
import { MediaNote } from './media-note.tsx'
import { SamplingFacts } from './sampling-facts.tsx'
import { editRequest, noEdits, type EditedRequest } from './sampling-edits.ts'
import { SamplingMessages } from './sampling-messages.tsx'
import { SamplingSettings } from './sampling-settings.tsx'
import { PreviousFailure } from './previous-failure.tsx'
import { SentRequest } from './sent-request.tsx'
import { ToolSteps } from './tool-steps.tsx'
import { useAnswerControl, type AnswerControl } from '../use-answer-control.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { RefuseButton } from '../../../lib/keys/refuse-button.tsx'

interface CardProps {
  ask: SamplingRequestAsk
  inline: boolean
}

/** The person's edits of a request; kept until it is settled. */
function useDraft(ask: SamplingRequestAsk) {
  const draft = useUi((ui) => ui.askDrafts[ask.id])
  const keep = useUi((ui) => ui.changeAskDraft)
  const edits = draft?.sampling ?? noEdits
  const edited = useMemo(() => editRequest(ask.request, edits), [ask.request, edits])
  const models = useModels()
  // Connected after the request came: when there is only one there is nothing to choose.
  const only = models?.length === 1 ? models[0] : undefined
  return {
    models,
    edits,
    edited,
    model: draft?.model ?? ask.choice.model ?? only ?? null,
    byHand: draft?.byHand ?? { open: false, text: '' },
    setEdits: (sampling: SamplingEdits) => keep(ask.id, { sampling }),
    setModel: (model: ModelRef) => keep(ask.id, { model }),
    setByHand: (byHand: { open: boolean; text: string }) => keep(ask.id, { byHand }),
  }
}

/** Every model of the connected providers; undefined while they are being fetched. */
function useModels(): ModelRef[] | undefined {
  return useProviders().data?.flatMap((provider) =>
    provider.models.map((model) => ({ providerId: provider.id, modelId: model.id })),
  )
}

function isSame(a: ModelRef, b: ModelRef): boolean {
  return a.providerId === b.providerId && a.modelId === b.modelId
}

/** A server asks for a model's answer: everything that the model would read, before it does. */
export function SamplingRequestCard({ ask, inline }: CardProps) {
  const t = useT('asks')
  const words = useSamplingWords()
  const control = useAnswerControl(ask)
  const { answer, answered } = control
  const draft = useDraft(ask)
  const { edits, edited, model, models, byHand } = draft
  const denial = useDenial(ask.id)
  const denying = denial.isOpen
  // While the list is on its way, what main chose is taken to be there.
  const isThere = model !== null && (models?.some((one) => isSame(one, model)) ?? true)
  const unseen = useUnseen(ask.request)
  const canRun = isThere && edited.problems.length === 0 && !unseen.blocked
  const run = () => {
    if (model !== null && canRun)
      answer({
        kind: 'sampling-request',
        answer: { decision: 'run', model, request: edited.request },
      })
  }
  const openByHand = () => draft.setByHand({ ...byHand, open: true })
  const focusCard = () => control.card.current?.focus()
  const server = ask.serverName
  const isUnseen = ask.policy?.kind === 'ask-before'
  return (
    <>
      <AskShell
        ask={ask}
        inline={inline}
        control={control}
        keys={
          denying || byHand.open
            ? null
            : { onMain: models?.length === 0 ? openByHand : run, onRefuse: denial.open }
        }
        aside={
          <Badge tone="accent">{t(isUnseen ? 'sampling.policy.only' : 'sampling.step1')}</Badge>
        }
      >
        <SamplingPolicyNote ask={ask} />
        <PreviousFailure title={t('sampling.failed')} problem={ask.problem} />
        {models?.length === 0 && <NoModel />}
        {unseen.wrap(
          <CardSection className="flex flex-col gap-3">
            <SamplingSettings
              ask={ask}
              model={model}
              onModel={draft.setModel}
              edits={edits}
              edited={edited}
              onChange={draft.setEdits}
              disabled={answered}
            />
            <ToolSteps messages={ask.request.messages} step={ask.step} />
            <ContextOffer ask={ask} edits={edits} onChange={draft.setEdits} disabled={answered} />
            <SamplingMessages
              messages={ask.request.messages}
              context={ask.context?.sources}
              edits={edits}
              onChange={draft.setEdits}
              serverName={server}
              disabled={answered}
            />
            {edited.problems.includes('messages') && (
              <p role="status" className="text-small text-danger">
                {t('sampling.noMessages')}
              </p>
            )}
            {edited.problems.includes('empty-message') && (
              <p role="status" className="text-small text-danger">
                {words('message.empty')}
              </p>
            )}
            <SamplingFacts request={ask.request} serverName={server} />
          </CardSection>,
        )}
        <MediaNote request={edited.request} model={model} />
        {(edited.count > 0 || ask.sent !== undefined) && (
          <CardSection>
            <BeforeAndAfter
              summary={t('sampling.compare.request')}
              before={{
                title: t('sampling.compare.serverSent', { server }),
                content: <SentRequest request={ask.sent ?? ask.request} serverName={server} />,
              }}
              after={{
                title: t('sampling.compare.modelGets'),
                content: <SentRequest request={edited.request} serverName={server} />,
              }}
            />
          </CardSection>
        )}
        {!denying && !byHand.open && unseen.notice}
        {!isUnseen && (
          <CardSection
            padded={false}
            className="flex items-center gap-1.5 px-3 py-2 text-small text-fg-2"
          >
            <Icon icon={Eye} size={14} />
            {t('sampling.sees', { server })}
          </CardSection>
        )}
        {denying ? (
          <CardFooter>
            <DenyForm
              label={t('denyReason')}
              busy={answered}
              denial={denial}
              onDeny={(reason) =>
                answer({
                  kind: 'sampling-request',
                  answer: { decision: 'deny', ...(reason === '' ? {} : { reason }) },
                })
              }
              onCancel={() => {
                denial.close()
                focusCard()
              }}
            />
          </CardFooter>
        ) : byHand.open ? (
          <ManualAnswer
            serverName={server}
            text={byHand.text}
            busy={answered}
            acceptsInput={control.acceptsInput}
            onChange={(text) => draft.setByHand({ open: true, text })}
            onSend={(text) =>
              answer({ kind: 'sampling-request', answer: { decision: 'by-hand', text } })
            }
            onBack={() => {
              draft.setByHand({ ...byHand, open: false })
              focusCard()
            }}
          />
        ) : (
          <Actions
            control={control}
            edited={edited}
            canRun={canRun}
            isUnseen={isUnseen}
            hasModels={models?.length !== 0}
            onRun={run}
            onByHand={openByHand}
            onDeny={denial.open}
            onReset={() => draft.setEdits(noEdits)}
          />
        )}
      </AskShell>
      {!inline && !byHand.open && !isUnseen && <NextStep serverName={server} />}
    </>
  )
}

interface ActionsProps {
  control: AnswerControl
  edited: EditedRequest
  canRun: boolean
  /** The answer goes to the server without being shown. */
  isUnseen: boolean
  hasModels: boolean
  onRun: () => void
  onByHand: () => void
  onDeny: () => void
  onReset: () => void
}

function Actions(props: ActionsProps) {
  const { control, edited, canRun, isUnseen, hasModels, ...on } = props
  const t = useT('asks')
  const keys = control.hasKeys
  const { answered, acceptsInput, sending } = control
  return (
    <CardFooter
      aside={
        <RefuseButton hasKeys={keys} disabled={answered} onClick={on.onDeny}>
          {t('deny')}
        </RefuseButton>
      }
    >
      {hasModels && (
        <Button
          variant="primary"
          keys={keys ? 'Mod+Enter' : undefined}
          disabled={!acceptsInput || !canRun}
          loading={sending?.kind === 'sampling-request'}
          className={canRun ? 'disabled:opacity-100' : undefined}
          onClick={on.onRun}
        >
          {t(isUnseen ? 'sampling.policy.runAndSend' : 'sampling.run')}
        </Button>
      )}
      <Button
        variant={hasModels ? 'secondary' : 'primary'}
        keys={keys && !hasModels ? 'Mod+Enter' : undefined}
        icon={Pencil}
        disabled={answered}
        onClick={on.onByHand}
      >
        {t('sampling.byHand')}
      </Button>
      <EditsNote count={edited.count} disabled={answered} onReset={on.onReset} />
    </CardFooter>
  )
}

/** Without any model only an answer by hand is possible; the way to get one is here. */
function NoModel() {
  const t = useT('asks')
  const show = useUi((ui) => ui.show)
  return (
    <CardSection>
      <Callout
        icon={Cpu}
        title={t('sampling.noModel')}
        actions={
          <Button size="small" onClick={() => show({ kind: 'connect-model' })}>
            {t('sampling.connect')}
          </Button>
        }
      >
        {t('sampling.noModelNote')}
      </Callout>
    </CardSection>
  )
}

function NextStep({ serverName }: { serverName: string }) {
  const t = useT('asks')
  return (
    <Card className="mt-3.5 shadow-none">
      <div className="flex min-h-10 items-center gap-2 px-3 text-fg-2">
        <Icon icon={Lock} />
        <span className="shrink-0 font-semibold">{t('sampling.next')}</span>
        <span className="truncate text-note text-fg-3">
          {t('sampling.nextNote', { server: serverName })}
        </span>
      </div>
    </Card>
  )
}

/**
 * The effect of the server's sampling policy on a request: its answer is not shown, or the request is shown for a
 * reason.
 */
function SamplingPolicyNote({ ask }: { ask: SamplingRequestAsk }) {
  const t = useT('asks')
  const { number, sentences } = useFormats()
  const { policy, serverName: server } = ask
  if (policy === undefined) return null
  if (policy.kind === 'ask-before')
    return (
      <CardSection>
        <Callout tone="warning" icon={EyeOff}>
          {t('sampling.policy.unseen', { server })}
        </Callout>
      </CardSection>
    )
  return (
    <CardSection>
      <Callout title={t(`sampling.policy.title.${policy.because}`)}>
        {sentences(
          t('sampling.policy.numbers', {
            used: number(policy.usedTokens),
            budget: number(policy.tokensPerDay),
            needed: number(policy.neededTokens),
          }),
          t('sampling.policy.asked'),
        )}
      </Callout>
    </CardSection>
  )
}
