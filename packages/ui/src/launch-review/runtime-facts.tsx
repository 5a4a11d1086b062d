import type { FoundRuntime } from '@gatehouse/domain/launch'
import { useRuntimeWords } from '../lib/words/runtime-words.ts'
import { ExactValue } from './exact-value.tsx'

/** The runtime of a launch: its version, its place, and its origin unless it is the person's own. */
export function RuntimeFacts({ runtime }: { runtime: FoundRuntime }) {
  const t = useRuntimeWords()
  const { name, version, path, origin } = runtime
  return (
    <p className="mt-1 text-small text-fg-2">
      {version === null
        ? t('runsWithUnknown', { runtime: t(`name.${name}`) })
        : t('runsWith', { runtime: t(`name.${name}`), version })}{' '}
      <span className="text-fg">
        <ExactValue text={path} />
      </span>
      {origin !== 'system' && <span className="block text-fg-3">{t(`origin.${origin}`)}</span>}
    </p>
  )
}
