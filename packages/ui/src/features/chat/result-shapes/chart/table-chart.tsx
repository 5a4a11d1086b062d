import { Download } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Checkbox, IconButton, RevealText, Select, Tabs } from '../../../../kit/index.ts'
import { useFormats } from '../../../../lib/formats/formats.ts'
import { oneLine } from '../../../../lib/formats/one-line.ts'
import { useResultWords } from '../result-words.ts'
import { numberOf, type TableData } from '../table-data.ts'
import { useSaveText } from '../use-save-text.ts'
import { Plot, type ChartKind, type PlotPoint } from './plot.tsx'
import { svgText } from './svg-text.ts'

const KINDS: readonly ChartKind[] = ['bar', 'line', 'scatter']
/** Rows that are drawn; more could not be told apart. */
export const MAX_POINTS = 200
const MAX_SERIES = 4
/** Colours that tell the series apart, in both themes. */
const COLOURS = [
  'var(--accent)',
  'color-mix(in srgb, var(--accent) 30%, var(--text))',
  'color-mix(in srgb, var(--accent) 60%, var(--card))',
  'color-mix(in srgb, var(--text) 45%, var(--card))',
] as const
const colourOf = (at: number): string => COLOURS[at] ?? COLOURS[0]

interface TableChartProps {
  table: TableData
  isNumeric: readonly boolean[]
}

/** Rows of a table as bars, lines or points. Nothing leaves the window; the table below is its text. */
export function TableChart({ table, isNumeric }: TableChartProps) {
  const t = useResultWords()
  const { number } = useFormats()
  const save = useSaveText()
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const numeric = table.columns.flatMap((_, at) => (isNumeric[at] ? [at] : []))
  const names = table.columns.map((name) => oneLine(name, 40))
  const [kind, setKind] = useState<ChartKind>('bar')
  const [across, setAcross] = useState(Math.max(0, isNumeric.indexOf(false)))
  const [chosen, setChosen] = useState<readonly number[]>(() =>
    numeric.filter((at) => at !== across).slice(0, 2),
  )
  const points = useMemo(
    () =>
      pointsOf(table, { across: kind === 'scatter' ? (numeric[0] ?? 0) : across, chosen, kind }),
    [table, across, chosen, kind, numeric],
  )
  const label = t('chart.label', {
    kind: t(`chart.kinds.${kind}`),
    values: chosen.map((at) => names[at]).join(', '),
    across: names[kind === 'scatter' ? (numeric[0] ?? 0) : across],
  })
  return (
    <section
      aria-label={label}
      className="border-b border-line px-3 py-2"
      data-testid="table-chart"
    >
      <div className="flex flex-wrap items-end gap-3">
        <Tabs
          label={t('chart.kind')}
          variant="segment"
          value={kind}
          onValueChange={setKind}
          items={KINDS.map((value) => ({ value, label: t(`chart.kinds.${value}`), content: null }))}
        />
        {kind !== 'scatter' && (
          <Select
            label={t('chart.across')}
            value={String(across)}
            onValueChange={(value) => setAcross(Number(value))}
            options={names.map((name, at) => ({ value: String(at), label: name }))}
          />
        )}
        <span className="flex-1" />
        <IconButton
          size="small"
          icon={Download}
          label={t('chart.save')}
          onClick={() => {
            const drawn = box.current?.querySelector('svg')
            if (drawn) save({ name: t('chart.fileName'), ending: '.svg', text: svgText(drawn) })
          }}
        />
      </div>
      <fieldset className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        <legend className="sr-only">{t('chart.values')}</legend>
        {numeric.map((at) => {
          const place = chosen.indexOf(at)
          return (
            <span key={at} className="flex items-center gap-1.5">
              {place >= 0 && (
                <span
                  aria-hidden
                  className="size-2.5 rounded-sm"
                  style={{ background: colourOf(place) }}
                />
              )}
              <Checkbox
                label={<RevealText text={names[at] ?? ''} />}
                checked={place >= 0}
                disabled={place < 0 && chosen.length >= MAX_SERIES}
                onCheckedChange={(is) =>
                  setChosen([...chosen.filter((one) => one !== at), ...(is ? [at] : [])])
                }
              />
            </span>
          )
        })}
      </fieldset>
      <div ref={box} className="mt-2">
        <Plot
          kind={kind}
          points={points}
          colours={chosen.map((_, at) => colourOf(at))}
          label={label}
          width={width}
        />
      </div>
      {table.rows.length > MAX_POINTS && (
        <p className="text-small text-fg-3">{t('chart.first', { number: number(MAX_POINTS) })}</p>
      )}
    </section>
  )
}

/** Pixels that an element is wide. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(720)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

interface Choice {
  across: number
  chosen: readonly number[]
  kind: ChartKind
}

/** One point for each row; a cell without a number has no mark. */
function pointsOf({ rows }: TableData, { across, chosen, kind }: Choice): PlotPoint[] {
  return rows.slice(0, MAX_POINTS).map((row, at) => {
    const cell = row[across] ?? ''
    return {
      name: oneLine(cell, 40),
      x: kind === 'scatter' ? numberOf(cell) : at,
      values: chosen.map((column) => numberOf(row[column] ?? '')),
    }
  })
}
