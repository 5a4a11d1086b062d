import type { Attachment, ModelRef } from '@gatehouse/domain'
import { useQuery } from '@tanstack/react-query'
import { Columns2, Cpu, Plug } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { Button, Combobox, Dialog, EmptyState, RevealText } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'
import { useRetainedState } from '../../../lib/drafts/use-retained-state.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useProviders } from '../../../lib/queries/index.ts'
import { queryKeys } from '../../../lib/queries/query-keys.ts'
import { useUi } from '../../../lib/ui-store.tsx'
import { tokensOfNext } from '../composer/context-meter.tsx'
import { useModelWords } from '../composer/model-picker.tsx'
import { UnsupportedMediaNote } from '../composer/unsupported-media-note.tsx'
import { useComparisonWords } from './comparison-words.ts'

interface CompareDialogProps {
  conversationId: string
  /** The model that answers first, or has answered. */
  first: ModelRef
  attachments: readonly Attachment[]
  /** The message is the draft: its request is estimated for each model. */
  isDraft?: boolean
  onChoose: (second: ModelRef) => void
  onClose: () => void
}

const keyOf = ({ providerId, modelId }: ModelRef): string => JSON.stringify([providerId, modelId])

/** Chooses the second model of a comparison. The model that was chosen last in this window is chosen at first. */
export function CompareDialog(props: CompareDialogProps) {
  const { conversationId, first, attachments, isDraft = false, onChoose, onClose } = props
  const t = useComparisonWords()
  const show = useUi((ui) => ui.show)
  const { name: firstName, note: firstNote } = useModelWords(first)
  const choices = useOtherModels(first)
  const [last, keepLast] = useRetainedState<ModelRef>('compared-model')
  const second = (choices.find(({ ref }) => last && keyOf(ref) === keyOf(last)) ?? choices[0])?.ref
  const ask = useRef<HTMLButtonElement>(null)
  if (!second)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} size="small">
        <EmptyState
          icon={Columns2}
          title={t('onlyOne')}
          description={t('onlyOneNote', { model: firstName })}
          actions={
            <Button
              icon={Plug}
              variant="primary"
              onClick={() => {
                onClose()
                show({ kind: 'connect-model' })
              }}
            >
              {t('connect')}
            </Button>
          }
        />
      </Dialog>
    )
  const choose = (): void => {
    keepLast(second)
    onChoose(second)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      description={t('note')}
      initialFocus={ask}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button ref={ask} variant="primary" onClick={choose}>
            {t(isDraft ? 'askBoth' : 'askSecond')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <div>
          <p className="text-note font-medium text-fg-2">{t('first')}</p>
          <p className="mt-1 flex min-w-0 gap-1.5 text-note">
            <span className="truncate font-semibold">
              <RevealText text={firstName} wrap={false} />
            </span>
            {firstNote && <span className="truncate text-fg-2">{firstNote}</span>}
          </p>
          {isDraft && <SentTo conversationId={conversationId} model={first} />}
        </div>
        <div>
          <Combobox
            label={t('second')}
            placeholder={t('choose')}
            value={keyOf(second)}
            options={choices.map(({ ref: _ref, ...option }) => option)}
            onValueChange={(value) => {
              const chosen = choices.find((one) => one.value === value)
              if (chosen) keepLast(chosen.ref)
            }}
          />
          {isDraft && <SentTo conversationId={conversationId} model={second} />}
          <UnsupportedMediaNote attachments={attachments} model={second} />
        </div>
        <p className="text-small text-fg-2">{t('order')}</p>
      </div>
    </Dialog>
  )
}

function useOtherModels(first: ModelRef) {
  const providers = useProviders().data ?? []
  return providers.flatMap(({ id: providerId, name, models }) =>
    models
      .map((model) => {
        const ref = { providerId, modelId: model.id }
        const label = oneLine(model.name ?? model.id, 60)
        const keywords = `${label} ${model.id} ${name}`
        return { ref, value: keyOf(ref), label, detail: name, keywords, icon: Cpu }
      })
      .filter(({ ref }) => keyOf(ref) !== keyOf(first)),
  )
}

/** Estimate of the request to one model. */
function SentTo({ conversationId: id, model }: { conversationId: string; model: ModelRef }) {
  const t = useComparisonWords()
  const { number } = useFormats()
  const { request } = useBridge()
  const { data: next } = useQuery({
    queryKey: queryKeys.nextRequest(id, `compared ${keyOf(model)}`),
    queryFn: () => request('chat.next-request', { id, model }),
    staleTime: 0,
  })
  if (!next) return <Note>…</Note>
  const tokens = number(tokensOfNext(next))
  const { window, isCut, leftOut } = next
  return (
    <Note>
      {window === undefined
        ? t('tokens', { tokens })
        : t('tokensOf', { tokens, window: number(window) })}
      {isCut && <span className="block text-warning">{t('leavesOut', { count: leftOut })}</span>}
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-1 text-small text-fg-2 tabular-nums">{children}</p>
}
