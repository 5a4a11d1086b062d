import type { ModelInfo } from '@gatehouse/domain'
import { Badge, RevealText } from '../../kit/index.ts'
import { useFormats } from '../../lib/formats.ts'
import { useT } from '../../lib/i18n.ts'

/** One model of a provider: its name, and what its provider says that it can do, takes and costs. */
export function ModelRow({ model }: { model: ModelInfo }) {
  const t = useT('providers')
  const { number } = useFormats()
  const { contextWindow, price } = model
  const can = (['tools', 'images', 'sounds', 'reasoning'] as const).filter((one) => model[one])
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-small">
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
