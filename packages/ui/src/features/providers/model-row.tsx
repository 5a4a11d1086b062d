import type { ModelInfo, ModelRef } from '@gatehouse/domain'
import { Star } from 'lucide-react'
import { Badge, IconButton, RevealText } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'
import { oneLine } from '../../lib/one-line.ts'
import { useAction, useSettings } from '../../lib/queries/index.ts'

/** As many as are kept. */
const MAX_FAVOURITES = 100

/** One model of a provider: its name, and what its provider says that it can do, takes and costs. */
export function ModelRow({ model, providerId }: { model: ModelInfo; providerId: string }) {
  const t = useT('providers')
  const { number } = useFormats()
  const { contextWindow, price } = model
  const can = (['tools', 'images', 'sounds', 'reasoning'] as const).filter((one) => model[one])
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-small">
      <Favourite providerId={providerId} modelId={model.id} />
      <RevealText text={model.id} className="min-w-0 font-mono break-words" />
      {can.map((one) => (
        <Badge key={one}>{t(`can.${one}`)}</Badge>
      ))}
      {model.tools === false && <Badge tone="warning">{t('noTools')}</Badge>}
      {contextWindow !== undefined && (
        <span className="text-fg-3">{t('contextWindow', { tokens: number(contextWindow) })}</span>
      )}
      {price && (
        <span className="text-fg-3">
          {t('price', { input: String(price.input), output: String(price.output) })}
        </span>
      )}
    </li>
  )
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
