import type { ModelInfo, ModelProvider, ModelRef } from '@gatehouse/domain'
import {
  knownModel,
  learnedChanges,
  learnedForm,
  type FactOrigin,
  type KnownModel,
} from '@gatehouse/domain/models'
import { Pencil, Star } from 'lucide-react'
import { useState } from 'react'
import { Badge, IconButton, RevealText } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { oneLine } from '../../lib/formats/one-line.ts'
import { useAction, useSettings } from '../../lib/queries/index.ts'
import { ModelOverrideDialog } from './model-override-dialog.tsx'

/** As many as are kept. */
const MAX_FAVOURITES = 100

const ORIGINS = ['stated', 'overridden', 'assumed'] as const satisfies FactOrigin[]
const CAN = ['tools', 'images', 'sounds', 'reasoning'] as const

/** One model of a provider: its name, what is known of it and by whom, and the way to change that. */
export function ModelRow({ model, provider }: { model: ModelInfo; provider: ModelProvider }) {
  const t = useT('providers')
  const known = knownModel(provider, model.id)
  const [editing, setEditing] = useState(false)
  return (
    <li className="flex items-start gap-2 text-small">
      <Favourite providerId={provider.id} modelId={model.id} />
      <div className="flex min-h-6 min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5">
        <RevealText text={model.id} className="min-w-0 font-mono break-words" />
        {ORIGINS.map((origin) => (
          <FactsOf key={origin} origin={origin} known={known} />
        ))}
        <LearnedCount modelId={model.id} provider={provider} />
        <IconButton
          icon={Pencil}
          size="small"
          label={t('override.edit', { model: oneLine(model.id, 80) })}
          onClick={() => setEditing(true)}
        />
      </div>
      {editing && (
        <ModelOverrideDialog model={model} provider={provider} onClose={() => setEditing(false)} />
      )}
    </li>
  )
}

/** Facts about a model from one origin. */
function FactsOf({ origin, known }: { origin: FactOrigin; known: KnownModel }) {
  const t = useT('providers')
  const { number, month } = useFormats()
  const of = <Name extends keyof KnownModel>(name: Name): KnownModel[Name] | undefined => {
    const fact = known[name]
    return typeof fact === 'object' && fact.origin === origin ? fact : undefined
  }
  const can = CAN.filter((one) => of(one)?.value)
  const cannot = CAN.filter((one) => of(one)?.value === false && isNotable(one, origin))
  const [contextWindow, price] = [of('contextWindow')?.value, of('price')?.value]
  if (can.length + cannot.length === 0 && contextWindow === undefined && !price) return null
  const prices = price && { input: price.input, output: price.output }
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-0.5">
      {origin !== 'stated' && <span className="text-fg-3">{t(`origin.${origin}`)}</span>}
      {can.map((one) => (
        <Badge key={one} className={origin === 'assumed' ? 'border-dashed' : undefined}>
          {t(`can.${one}`)}
        </Badge>
      ))}
      {cannot.map((one) => (
        <Badge key={one} tone={one === 'tools' ? 'warning' : 'neutral'}>
          {t(`cannot.${one}`)}
        </Badge>
      ))}
      {contextWindow !== undefined && (
        <span className="text-fg-3">{t('contextWindow', { tokens: number(contextWindow) })}</span>
      )}
      {prices && (
        <span className="text-fg-3">
          {origin === 'assumed' && known.pricedIn !== undefined
            ? t('priceIn', { ...prices, month: month(known.pricedIn) })
            : t('price', prices)}
        </span>
      )}
    </span>
  )
}

/** Number of changes of requests that were learned from the model's refusals; its dialog lists them. */
function LearnedCount({ modelId, provider }: { modelId: string; provider: ModelProvider }) {
  const t = useT('providers')
  const [now] = useState(() => Date.now())
  const learned = learnedForm(provider.learned, { modelId, baseUrl: provider.baseUrl, now })
  const count = learned ? learnedChanges(learned.form).length : 0
  return count === 0 ? null : <span className="text-fg-3">{t('learned.count', { count })}</span>
}

/** That a model has no tools changes what it is good for; the rest only where the person set it. */
function isNotable(one: (typeof CAN)[number], origin: FactOrigin): boolean {
  return one === 'tools' || origin === 'overridden'
}

/** Has a model listed first where models are chosen. */
function Favourite({ providerId, modelId }: ModelRef) {
  const t = useT('providers')
  const { mutate } = useAction('app.change-settings')
  const favourites = useSettings().data?.favouriteModels ?? []
  const others = favourites.filter(
    (one) => one.providerId !== providerId || one.modelId !== modelId,
  )
  const isFavourite = others.length < favourites.length
  return (
    <IconButton
      icon={Star}
      size="small"
      label={t('favourite', { model: oneLine(modelId, 80) })}
      pressed={isFavourite}
      disabled={!isFavourite && favourites.length >= MAX_FAVOURITES}
      onClick={() =>
        mutate({ favouriteModels: isFavourite ? others : [...others, { providerId, modelId }] })
      }
    />
  )
}
