import type { JsonObject } from '@gatehouse/domain'
import { useMemo, useState } from 'react'
import { dedent, JsonView, RevealText, Tabs } from '../../../kit/index.ts'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { Sentence } from '../../../lib/words/sentence.tsx'
import { listSchemaRows, type SchemaRow } from './schema-rows.ts'

/** A JSON Schema as a table of its properties, and as it is. */
export function SchemaView({ schema, label }: { schema: JsonObject; label: string }) {
  const t = useT('servers')
  const [tab, setTab] = useState<'table' | 'raw'>('table')
  const rows = useMemo(() => listSchemaRows(schema), [schema])
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-card">
      <Tabs
        label={label}
        variant="segment"
        listClassName="m-1.5"
        value={tab}
        onValueChange={setTab}
        items={[
          {
            value: 'table',
            label: t('schema.table'),
            content:
              rows.length === 0 ? (
                <p className="px-3 pt-1 pb-3 text-note text-fg-3">{t('schema.empty')}</p>
              ) : (
                <Table rows={rows} label={label} />
              ),
          },
          {
            value: 'raw',
            label: t('schema.raw'),
            content: <JsonView value={schema} label={label} />,
          },
        ]}
      />
    </section>
  )
}

function Table({ rows, label }: { rows: SchemaRow[]; label: string }) {
  const t = useT('servers')
  return (
    <table aria-label={label} className="w-full border-t border-line text-left">
      <thead>
        <tr className="text-small text-fg-3">
          <th scope="col" className="w-2/5 px-3 py-1 font-medium">
            {t('schema.name')}
          </th>
          <th scope="col" className="w-1/5 px-3 py-1 font-medium">
            {t('schema.type')}
          </th>
          <th scope="col" className="px-3 py-1 font-medium">
            {t('schema.meaning')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path} className="border-t border-line align-top">
            <th scope="row" className="px-3 py-1.5 font-normal">
              <RevealText text={row.path} className="font-mono text-small wrap-anywhere" />{' '}
              {row.required && (
                <span className="ml-1 text-small text-danger">{t('schema.required')}</span>
              )}
            </th>
            <td className="min-w-20 px-3 py-1.5">
              <RevealText
                text={row.type}
                className="font-mono text-small wrap-anywhere text-fg-2"
              />
            </td>
            <td className="px-3 py-1.5 text-note text-fg-2">
              <Meaning row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Meaning({ row }: { row: SchemaRow }) {
  const t = useT('servers')
  const { names } = useFormats()
  return (
    <>
      {row.description !== undefined && (
        <RevealText text={dedent(row.description)} className="wrap-anywhere" />
      )}
      {row.values.length > 0 && (
        <p>
          <Sentence
            words={t('schema.oneOf', { skipInterpolation: true })}
            filled={{
              values: (
                <RevealText
                  text={names(row.values)}
                  className="font-mono text-small wrap-anywhere"
                />
              ),
            }}
          />
        </p>
      )}
      {row.limits.map(([keyword, value]) => (
        <p key={keyword} className="font-mono text-small text-fg-3">
          <RevealText text={`${keyword} ${value}`} className="wrap-anywhere" />
        </p>
      ))}
    </>
  )
}
