import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { useMemo } from 'react'
import { DiffText, KeyValues, RevealText } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** With real newlines, so that long texts compare line by line; a text that reads like JSON in quotes. */
function readable(value: JsonValue | undefined): string {
  if (value === undefined) return ''
  if (
    typeof value === 'string' &&
    !/^$|^\s|\s$|^(?:true|false|null|-?[\d.].*|["[{].*)$/su.test(value)
  )
    return value
  return JSON.stringify(value, null, 2)
}

interface Row {
  name: string
  before: string
  after: string
}

function rowsOf(before: JsonObject, after: JsonObject): Row[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const own = (value: JsonObject, name: string) =>
    Object.hasOwn(value, name) ? value[name] : undefined
  return [...names].map((name) => ({
    name,
    before: readable(own(before, name)),
    after: readable(own(after, name)),
  }))
}

/**
 * All arguments by name, with the person's changes: deletions struck through, additions marked. No value can pass
 * for another argument.
 */
export function ArgumentsDiff({ before, after }: { before: JsonObject; after: JsonObject }) {
  const t = useT('chat')
  const rows = useMemo(() => rowsOf(before, after), [before, after])
  if (rows.every((row) => row.before === row.after))
    return <p className="text-small text-fg-3">{t('call.noChanges')}</p>
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t('call.changes')}
      className="max-h-60 overflow-auto rounded-lg border border-line bg-sunken px-3 py-1 focus-visible:-outline-offset-2"
    >
      <KeyValues
        mono
        items={rows.map(({ name, before: old, after: next }) => ({
          name,
          label: <RevealText text={name === '' ? '""' : name} />,
          value: <DiffText before={old} after={next} />,
        }))}
      />
    </div>
  )
}
