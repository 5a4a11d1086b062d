import { Button, Chip, revealed } from '../../../kit/index.ts'
import { useFocusAfterRemoval } from '../../../lib/keys/focus-after-removal.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { isBackwards, useFilterParts, type ChosenFilter } from './chosen-filter.ts'

interface FilterProps {
  filter: ChosenFilter
  onChange: (filter: ChosenFilter) => void
}

interface FilterChipsProps extends FilterProps {
  /** All of it can be taken away elsewhere: nothing is found. */
  isAlone: boolean
}

/** Parts of a search filter, each removable, or all together. */
export function FilterChips({ filter, onChange, isAlone }: FilterChipsProps) {
  const t = useT('chat')
  const parts = useFilterParts(filter)
  const focus = useFocusAfterRemoval<HTMLDivElement>()
  return (
    <div {...focus} className="outline-none">
      {parts.length > 0 && (
        <ul
          aria-label={t('library.filters.list')}
          className="flex flex-wrap items-center gap-1 px-3 pt-0.5 pb-1.5"
        >
          {parts.map(({ key, label, without }) => (
            <li key={key} className="flex max-w-full min-w-0">
              <Chip
                removeLabel={t('library.filters.remove', { filter: label })}
                onRemove={() => onChange(without)}
              >
                <span className="truncate">{revealed(label)}</span>
              </Chip>
            </li>
          ))}
          {parts.length > 1 && !isAlone && (
            <li>
              <Button
                size="small"
                variant="ghost"
                className="h-5 px-1.5"
                onClick={() => onChange({})}
              >
                {t('library.filters.clear')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

interface NothingFoundProps extends FilterProps {
  query: string
}

/** Reason for an empty list, and the way to look further. */
export function NothingFound({ query, filter, onChange }: NothingFoundProps) {
  const t = useT('chat')
  const parts = useFilterParts(filter)
  if (parts.length === 0)
    return (
      <p role="status" className="px-4 py-3 text-note text-fg-3">
        {revealed(t('list.noMatch', { query }))}
      </p>
    )
  return (
    <div className="flex flex-col items-start gap-2 px-4 py-3">
      <div role="status" className="text-note wrap-anywhere text-fg-3">
        {isBackwards(filter) ? (
          <p>{t('library.filters.backwards')}</p>
        ) : (
          <>
            <p>{revealed(t('list.noMatchWithin', { query }))}</p>
            <ul className="mt-1 list-disc pl-4">
              {parts.map(({ key, label }) => (
                <li key={key}>{revealed(label)}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      <Button size="small" onClick={() => onChange({})}>
        {t('library.filters.clear')}
      </Button>
    </div>
  )
}
