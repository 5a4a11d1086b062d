import type { CatalogueEntry, CatalogueResult } from '@gatehouse/domain/launch'
import { BadgeCheck, CircleHelp, Search } from 'lucide-react'
import { useState } from 'react'
import { Button, Callout, Icon, RevealText, TextField } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useAction, useRegistryHost } from '../../../lib/queries/index.ts'
import { useErrorWords } from '../../../lib/words/error-words.ts'
import { useT } from '../../../lib/words/i18n.ts'

interface RegistrySearchProps {
  /** With the name of what was picked, and its entry as JSON. */
  onPick: (title: string, entry: string) => void
}

/** Servers that others published. What is typed goes to the registry at a press, and not before. */
export function RegistrySearch({ onPick }: RegistrySearchProps) {
  const t = useT('catalogue')
  const words = useErrorWords()
  const [query, setQuery] = useState('')
  const host = useRegistryHost().data ?? ''
  const search = useAction('catalogue.search', { quiet: true })
  const isEmpty = query.trim() === ''
  return (
    <section aria-label={t('search.title')} className="mb-5 flex flex-col gap-2">
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isEmpty && !search.isPending) search.mutate({ query })
        }}
      >
        <TextField
          className="min-w-0 flex-1"
          label={t('search.title')}
          maxLength={200}
          value={query}
          onValueChange={setQuery}
        />
        <Button type="submit" icon={Search} disabled={isEmpty} loading={search.isPending}>
          {t('search.do')}
        </Button>
      </form>
      <p className="text-note text-fg-3">{t('search.note', { host })}</p>
      {search.error && <Callout tone="danger" role="alert" title={words(search.error)} />}
      {search.data && <Results result={search.data} onPick={onPick} />}
    </section>
  )
}

function Results({ result, onPick }: RegistrySearchProps & { result: CatalogueResult }) {
  const t = useT('catalogue')
  const formats = useFormats()
  const { entries, copiedAt, registry } = result
  return (
    <>
      {copiedAt !== null && (
        <Callout
          tone="warning"
          title={t('search.copy', { host: registry, date: formats.day(copiedAt) })}
        />
      )}
      <p role="status" className="text-note text-fg-3">
        {t('search.found', { count: entries.length })}
      </p>
      <ul className="flex flex-col gap-px overflow-hidden rounded-lg border border-line bg-line empty:hidden">
        {entries.map((entry) => (
          <li key={`${entry.name} ${entry.version}`} className="bg-card">
            <Result entry={entry} onPick={() => onPick(entry.name, entry.text)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Result({ entry, onPick }: { entry: CatalogueEntry; onPick: () => void }) {
  const t = useT('catalogue')
  const formats = useFormats()
  const { name, isNameAllowed, title, description, version, status, proof, publishedAt } = entry
  const facts = [
    version,
    entry.bundleHost === null
      ? entry.ways.map((way) => (way === 'url' ? t('way.url') : way)).join(', ')
      : t('way.bundle', { host: entry.bundleHost }),
    publishedAt === null ? '' : formats.day(publishedAt),
  ].filter((fact) => fact !== '')
  return (
    <button
      type="button"
      onClick={onPick}
      className="flex w-full flex-wrap items-start gap-x-3 gap-y-1 px-3 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1 basis-64">
        <span className="block text-body font-medium">
          <RevealText text={title || name} />
        </span>
        {title !== '' && (
          <span className="block font-mono text-small text-fg-3">
            <RevealText text={name} />
          </span>
        )}
        <span className="line-clamp-3 text-small text-fg-2">
          <RevealText text={description} />
        </span>
        {!isNameAllowed && <span className="block text-small text-warning">{t('name')}</span>}
        {status !== 'active' && (
          <span className="block text-small text-warning">{t(`status.${status}`)}</span>
        )}
      </span>
      <span className="flex min-w-0 flex-col items-end text-small">
        <span className="flex items-center gap-1">
          <Icon
            icon={proof ? BadgeCheck : CircleHelp}
            size={14}
            className={proof ? 'text-success' : 'text-warning'}
          />
          {proof ? <RevealText text={proof.of} /> : t('proof.none')}
        </span>
        {proof && <span className="text-fg-3">{t(`proof.${proof.kind}`)}</span>}
        <span className="text-fg-3">
          <RevealText text={facts.join(' · ')} />
        </span>
      </span>
    </button>
  )
}
