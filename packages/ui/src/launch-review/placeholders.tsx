import type { Placeholder } from '@gatehouse/domain/launch'
import { RevealText } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { ExactValue } from './exact-value.tsx'

/** Placeholders of a launch, with their present values. */
export function Placeholders({ placeholders }: { placeholders: readonly Placeholder[] }) {
  const t = useT('servers')
  return (
    <dl className="flex flex-col gap-1.5">
      {placeholders.map(({ name, value, workspace }) => (
        <div key={name} data-testid="placeholder" className="min-w-0">
          <dt className="inline font-mono text-small text-fg-2">{`\${${name}}`}</dt>{' '}
          <dd className="inline">
            <span className="text-fg-2">→</span>{' '}
            {value === null ? (
              <span className="text-small text-warning">{t('placeholder.none')}</span>
            ) : (
              <ExactValue text={value} />
            )}
            {workspace && (
              <span className="block text-small text-fg-2">
                <RevealText
                  text={t('placeholder.folder', {
                    count: workspace.folders,
                    workspace: workspace.name,
                  })}
                />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
