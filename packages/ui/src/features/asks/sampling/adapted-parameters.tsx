import type { AdaptedParameters, SamplingParameter } from '@gatehouse/domain/server-requests'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'

const NAMES = {
  temperature: 'sampling.temperature',
  maxOutputTokens: 'sampling.maxTokens',
  stopSequences: 'sampling.stopSequences',
} as const satisfies Record<SamplingParameter, string>

/** Notes the parameters of a request that its model does not take, or takes otherwise. */
export function AdaptedParametersNote({ adapted }: { adapted: AdaptedParameters | undefined }) {
  const t = useT('asks')
  const { list, number } = useFormats()
  const { leftOut = [], changed = [] } = adapted ?? {}
  const others = changed.map(({ name, value }) =>
    t('sampling.sentAs', { name: t(NAMES[name]), value: number(value) }),
  )
  return (
    <>
      {leftOut.length > 0 && (
        <p className="text-small text-fg-2">
          {t('sampling.notSent', { names: list(leftOut.map((name) => t(NAMES[name]))) })}
        </p>
      )}
      {others.length > 0 && (
        <p className="text-small text-fg-2">
          {t('sampling.sentOtherwise', { names: list(others) })}
        </p>
      )}
    </>
  )
}
