import type { JsonObject, JsonValue } from '@gatehouse/domain'
import { diffLines, diffWords, type Change } from 'diff'
import { useMemo } from 'react'
import { classNames, KeyValues, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'

/** Beyond this a word diff takes longer than a frame; lines are compared then. */
const MAX_WORD_DIFF = 20_000

function compare(before: string, after: string): Change[] {
  if (before.length + after.length > MAX_WORD_DIFF) return diffLines(before, after)
  return diffWords(before, after)
}

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
  changes: Change[]
}

function rowsOf(before: JsonObject, after: JsonObject): Row[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const own = (value: JsonObject, name: string) =>
    Object.hasOwn(value, name) ? value[name] : undefined
  return [...names].map((name) => ({
    name,
    changes: compare(readable(own(before, name)), readable(own(after, name))),
  }))
}

/**
 * All arguments, each by its name, with what the person changed: taken out struck through, put in
 * marked. No value can pass for another argument.
 */
export function ArgumentsDiff({ before, after }: { before: JsonObject; after: JsonObject }) {
  const t = useT('chat')
  const rows = useMemo(() => rowsOf(before, after), [before, after])
  if (rows.every(({ changes }) => changes.every((one) => !one.added && !one.removed)))
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
        items={rows.map(({ name, changes }) => ({
          name,
          label: <RevealText text={name === '' ? '""' : name} />,
          value: <Changes changes={changes} />,
        }))}
      />
    </div>
  )
}

function Changes({ changes }: { changes: readonly Change[] }) {
  return (
    <span className="whitespace-pre-wrap">
      {changes.map((change, index) => {
        const Mark = change.added ? 'ins' : change.removed ? 'del' : 'span'
        return (
          <Mark
            key={index}
            className={classNames(
              change.added && 'rounded-sm bg-success-soft text-success no-underline',
              change.removed && 'rounded-sm bg-danger-soft text-danger line-through',
            )}
          >
            <RevealText text={change.value} />
          </Mark>
        )
      })}
    </span>
  )
}
