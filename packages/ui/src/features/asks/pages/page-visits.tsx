import type { PageVisit } from '@gatehouse/domain'
import { CardSection, RevealText } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** The pages that were opened for a call, with time and outcome. */
export function PageVisits({ visits = [] }: { visits?: readonly PageVisit[] | undefined }) {
  const t = useT('asks')
  const { exactClock } = useFormats()
  if (visits.length === 0) return null
  return (
    <CardSection padded={false} className="px-3 py-2 text-small text-fg-2">
      <ol
        aria-label={t('visits.label')}
        className="flex flex-col gap-0.5"
        data-testid="page-visits"
      >
        {visits.map(({ at, host, what }, index) => (
          // They are only ever added to.
          <li key={`${at}-${index}`} className="flex flex-wrap gap-x-2">
            <span className="tabular-nums text-fg-3">{exactClock(at).slice(0, 8)}</span>
            <span className="font-mono wrap-anywhere">
              <RevealText text={host} />
            </span>
            <span>{t(`visits.${what}`)}</span>
          </li>
        ))}
      </ol>
    </CardSection>
  )
}
