import type { ModelProvider } from '@gatehouse/domain'
import {
  learnedChanges,
  learnedForm,
  type LearnedChange,
  type ModelCompatibility,
} from '@gatehouse/domain/models'
import { useId, useState } from 'react'
import { Button, RevealText } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { Sentence } from '../../lib/words/sentence.tsx'

export interface LearnedChangesProps {
  modelId: string
  provider: ModelProvider
}

/** Changes of requests that were learned from refusals of a model at its address, each with a button to forget it. */
export function LearnedChanges({ modelId, provider }: LearnedChangesProps) {
  const t = useT('providers')
  const { day } = useFormats()
  const heading = useId()
  const [now] = useState(() => Date.now())
  const { mutate, isPending } = useAction('provider.forget-learned')
  const learned = learnedForm(provider.learned, { modelId, baseUrl: provider.baseUrl, now })
  const changes = learned ? learnedChanges(learned.form) : []
  if (!learned || changes.length === 0) return null
  const model = { providerId: provider.id, modelId }
  return (
    <section aria-labelledby={heading} className="mt-4 flex flex-col gap-2">
      <h3 id={heading} className="font-semibold">
        {t('learned.title')}
      </h3>
      <p className="text-small text-fg-3">{t('learned.note', { date: day(learned.learnedAt) })}</p>
      <ul className="flex flex-col gap-1">
        {changes.map((change, at) => {
          const id = `${heading}-${at}`
          return (
            <li key={`${change.field} ${change.name ?? ''}`} className="flex items-start gap-2">
              <span id={id} className="min-w-0 flex-1 break-words">
                <ChangeWords change={change} form={learned.form} />
              </span>
              <Button
                id={`${id}-forget`}
                size="small"
                disabled={isPending}
                aria-labelledby={`${id}-forget ${id}`}
                onClick={() => mutate({ model, change })}
              >
                {t('learned.forget')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** One change as a sentence. Names of fields and tools came from a provider or a server. */
function ChangeWords({ change, form }: { change: LearnedChange; form: ModelCompatibility }) {
  const t = useT('providers')
  const { number } = useFormats()
  const name = change.name ?? form.limitField ?? ''
  const count = Number(form[change.field])
  return (
    <Sentence
      words={t(`learned.changes.${wordsOf(change, form)}`, { skipInterpolation: true })}
      filled={{
        name: <RevealText text={name} className="font-mono" />,
        number: number(count),
      }}
    />
  )
}

function wordsOf({ field }: LearnedChange, form: ModelCompatibility) {
  if (field === 'callIds') return `callIds.${form.callIds ?? 'plain'}` as const
  if (field === 'emptyContent') return `emptyContent.${form.emptyContent ?? 'text'}` as const
  if (field === 'toolMedia') return `toolMedia.${form.toolMedia ?? 'none'}` as const
  return field
}
