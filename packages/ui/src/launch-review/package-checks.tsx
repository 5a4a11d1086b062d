import type { PackageChecks } from '@gatehouse/domain/launch'
import { useT } from '../lib/words/i18n.ts'
import { ExactValue } from './exact-value.tsx'

const DAY = 'YYYY-MM-DD'.length

/** The packages that were looked up, the day of the list, and everything that is not known. */
export function PackageChecksView({ checks }: { checks: PackageChecks }) {
  const t = useT('servers')
  const { packages, dependencies, unchecked, listDate, listSize } = checks
  return (
    <section className="flex flex-col gap-1 text-small text-fg-3">
      <h3 className="text-note font-medium text-fg-2">{t('packageCheck.title')}</h3>
      {packages.length > 0 && (
        <p>
          {t('packageCheck.list', { count: listSize, date: listDate })}{' '}
          {packages.map(({ name, version }) => (
            <span key={`${name}@${version}`} className="mr-1 text-fg-2">
              <ExactValue text={version === null ? name : `${name}@${version}`} />
            </span>
          ))}
          {dependencies > 0 && t('packageCheck.dependencies', { count: dependencies })}
        </p>
      )}
      {packages.map(({ name, version, publishedAt }) => (
        <p key={`${name}@${version}`}>
          {publishedAt === null
            ? t('packageCheck.ageUnknown', { name })
            : t('packageCheck.published', {
                name,
                date: new Date(publishedAt).toISOString().slice(0, DAY),
              })}
        </p>
      ))}
      {unchecked.length > 0 && (
        <p>
          {t('packageCheck.unchecked')}{' '}
          {unchecked.map((text) => (
            <span key={text} className="mr-1 text-fg-2">
              <ExactValue text={text} />
            </span>
          ))}
        </p>
      )}
    </section>
  )
}
