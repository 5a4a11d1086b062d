import type { WithOrigin, KnownModel } from '@gatehouse/domain/models'
import { AudioLines, Image, Wrench } from 'lucide-react'
import { Icon, VisuallyHidden, type IconType } from '../../kit/index.ts'
import { useFormats } from '../formats/formats.ts'
import { useT } from './i18n.ts'

/**
 * Facts of a model, short enough for a row of a list: its context window, its inputs, missing tools, and its price.
 * Assumed facts have a tilde, or are drawn fainter, and are labelled so.
 */
export function ModelFacts({ known }: { known: KnownModel }) {
  const t = useT('common')
  const { tokens, month } = useFormats()
  const { contextWindow, images, sounds, tools, price, pricedIn } = known
  const words = price && { input: price.value.input, output: price.value.output }
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 tabular-nums">
      {images?.value && <Fact of={images} icon={Image} name={t(nameOf('images', images))} />}
      {sounds?.value && <Fact of={sounds} icon={AudioLines} name={t(nameOf('sounds', sounds))} />}
      {tools?.value === false && (
        <Fact of={tools} icon={Wrench} isCrossed name={t(nameOf('noTools', tools))} />
      )}
      {contextWindow && (
        <Short
          of={contextWindow}
          text={tokens(contextWindow.value)}
          name={t(nameOf('context', contextWindow), { tokens: tokens(contextWindow.value) })}
        />
      )}
      {price && words && (
        <Short
          of={price}
          text={t('model.priceShort', words)}
          name={
            pricedIn === undefined
              ? t('model.price', words)
              : t('model.priceAssumed', { ...words, month: month(pricedIn) })
          }
        />
      )}
    </span>
  )
}

type FactWord = 'images' | 'sounds' | 'noTools' | 'context'

function nameOf(word: FactWord, { origin }: WithOrigin<unknown>) {
  return origin === 'assumed' ? (`model.${word}Assumed` as const) : (`model.${word}` as const)
}

interface FactProps {
  of: WithOrigin<unknown>
  name: string
}

function Fact({ of, icon, name, isCrossed }: FactProps & { icon: IconType; isCrossed?: boolean }) {
  return (
    <span title={name} className={of.origin === 'assumed' ? 'opacity-60' : undefined}>
      <span className="relative inline-flex align-middle">
        <Icon icon={icon} size={12} />
        {isCrossed && (
          <span className="absolute inset-x-0 top-1/2 h-px -rotate-45 bg-current" aria-hidden />
        )}
      </span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

function Short({ of, text, name }: FactProps & { text: string }) {
  return (
    <span title={name}>
      <span aria-hidden>
        {of.origin === 'assumed' && '~'}
        {text}
      </span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  )
}

/** True if {@link ModelFacts} draws anything. */
export function hasFacts({ contextWindow, images, sounds, tools, price }: KnownModel): boolean {
  return Boolean(
    contextWindow ?? price ?? (images?.value || sounds?.value || tools?.value === false),
  )
}
