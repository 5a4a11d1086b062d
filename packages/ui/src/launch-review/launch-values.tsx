import type { DraftValue } from '@gatehouse/domain'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button, classNames, ExcludeFromUnseenParts, Icon, ProgressiveList } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { valueBox, renderingCost, ExactValue } from './exact-value.tsx'

interface ValuesProps {
  values: DraftValue[]
  /** The server is new: what has no value was never given one. */
  isNew: boolean
  reveal?: RevealValue | undefined
}

/** Gets one hidden value of this review, when the person presses for it. */
export type RevealValue = (name: string, show: (value: string) => void) => void

/** Variables or headers, in full but for secrets. */
export function LaunchValues({ values, isNew, reveal }: ValuesProps) {
  const items = values.map(({ name, value, secret }) => ({
    key: name,
    size: renderingCost(name) + (secret ? 0 : renderingCost(value ?? '')),
    drawn: (
      <div className="grid grid-cols-[minmax(6rem,14rem)_minmax(0,1fr)] gap-3">
        <dt>
          <ExactValue text={name} />
        </dt>
        <dd>
          {secret ? (
            <SecretValue name={name} value={value} isNew={isNew} reveal={reveal} />
          ) : (
            <ExactValue text={value ?? ''} />
          )}
        </dd>
      </div>
    ),
  }))
  return (
    <dl className={`${valueBox} flex flex-col gap-1`}>
      <ProgressiveList items={items} />
    </dl>
  )
}

interface LaunchArgumentsProps {
  args: readonly string[]
  /** Several in a line, where most are options of ours. */
  isCompact?: boolean
}

/** Arguments in their order, each in full. */
export function LaunchArguments({ args, isCompact = false }: LaunchArgumentsProps) {
  const items = args.map((argument, index) => ({
    key: String(index),
    size: renderingCost(argument),
    drawn: (
      <li
        className={
          isCompact ? 'min-w-0' : 'grid grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-1'
        }
      >
        {!isCompact && (
          <span aria-hidden className="text-small text-fg-3 tabular-nums">
            {index + 1}
          </span>
        )}
        <ExactValue text={argument} />
      </li>
    ),
  }))
  return (
    <ol
      className={classNames(
        valueBox,
        'flex',
        isCompact ? 'flex-wrap gap-x-3 gap-y-0.5' : 'flex-col gap-1',
      )}
    >
      <ProgressiveList items={items} />
    </ol>
  )
}

interface SecretValueProps extends Pick<ValuesProps, 'isNew' | 'reveal'> {
  name: string
  value: string | null
}

function SecretValue({ name, value, isNew, reveal }: SecretValueProps) {
  const t = useT('servers')
  const [shown, setShown] = useState<string | null>(null)
  if (shown !== null)
    return (
      // It is kept, not decided about: whoever looks need not look at all of it.
      <ExcludeFromUnseenParts>
        <ExactValue text={shown} />
      </ExcludeFromUnseenParts>
    )
  const words = value !== null ? 'newSecret' : isNew ? 'missingSecret' : 'keptSecret'
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-fg-2">
      <span className="inline-flex items-center gap-1">
        <Icon icon={KeyRound} size={12} />
        {t(`review.${words}`)}
      </span>
      {reveal && value !== null && (
        <Button
          size="small"
          variant="ghost"
          aria-label={t('review.revealFor', { name })}
          onClick={() => reveal(name, setShown)}
        >
          {t('review.reveal')}
        </Button>
      )}
    </span>
  )
}
