import { useFormats } from '../../../../lib/formats/formats.ts'
import { scaleOf, ticksOf } from './chart-scale.ts'

export type ChartKind = 'bar' | 'line' | 'scatter'

export interface PlotPoint {
  /** Below the axis, where the points are names. */
  name: string
  /** Place along the axis; `null` for none. */
  x: number | null
  /** One for each series; `null` for none. */
  values: readonly (number | null)[]
}

interface PlotProps {
  kind: ChartKind
  points: readonly PlotPoint[]
  colours: readonly string[]
  /** Accessible name. */
  label: string
  /** Pixels: what is drawn wider or narrower has letters of another size. */
  width: number
}

const HEIGHT = 260
const EDGE = { left: 56, right: 8, top: 8, bottom: 24 }
/** Pixels that a character below the axis takes; one of Chinese takes two. */
const CHARACTER = 7
/** Pixels of a name below the axis, without and with the space to the next. */
const NAME = { least: 24, most: 84, space: 12 }

/** A chart as SVG: lines of the grid, the axis, and marks with their value as a title. */
export function Plot({ kind, points, colours, label, width }: PlotProps) {
  const { number } = useFormats()
  const values = points.flatMap((point) => point.values.filter((value) => value !== null))
  // Bars and lines begin at zero, so that lengths can be compared.
  const base = kind === 'scatter' ? values : [0, ...values]
  const ticks = ticksOf(
    Math.min(...base, ...(base.length ? [] : [0])),
    Math.max(...base, ...(base.length ? [] : [1])),
  )
  const right = width - EDGE.right
  const y = scaleOf(ticks, HEIGHT - EDGE.bottom, EDGE.top)
  const xs = points.flatMap(({ x }) => (x === null ? [] : [x]))
  const xTicks =
    kind === 'scatter' && xs.length > 0 ? ticksOf(Math.min(...xs), Math.max(...xs)) : []
  const band = (right - EDGE.left) / Math.max(1, points.length)
  const x =
    kind === 'scatter'
      ? scaleOf(xTicks, EDGE.left, right)
      : (at: number) => EDGE.left + (at + 0.5) * band
  const longest = Math.max(NAME.least, ...points.map(({ name }) => widthOf(name)))
  const every = Math.ceil((Math.min(NAME.most, longest) + NAME.space) / band)
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className="block h-auto w-full text-micro"
      fontSize={11}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={EDGE.left} x2={right} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={EDGE.left - 6} y={y(tick) + 4} textAnchor="end" fill="var(--text-2)">
            {number(tick)}
          </text>
        </g>
      ))}
      {kind === 'scatter'
        ? xTicks.map((tick) => <AxisName key={tick} x={x(tick)} name={number(tick)} width={80} />)
        : points.map(
            ({ name }, at) =>
              at % every === 0 && (
                <AxisName key={at} x={x(at)} name={name} width={band * every - NAME.space / 2} />
              ),
          )}
      {colours.map((colour, series) => (
        <Series
          key={series}
          {...{ kind, points, colour, series, x, y, band }}
          count={colours.length}
        />
      ))}
    </svg>
  )
}

function AxisName({ x, name, width }: { x: number; name: string; width: number }) {
  return (
    <text x={x} y={HEIGHT - 6} textAnchor="middle" fill="var(--text-2)">
      {shortened(name, width)}
    </text>
  )
}

const widthOf = (name: string): number =>
  Array.from(name, (character) => (character > '\u2E7F' ? 1.7 : 1) * CHARACTER).reduce(
    (sum, one) => sum + one,
    0,
  )

function shortened(name: string, width: number): string {
  let short = ''
  for (const character of name) {
    if (widthOf(short + character) > width) return `${short}…`
    short += character
  }
  return short
}

interface SeriesProps {
  kind: ChartKind
  points: readonly PlotPoint[]
  colour: string
  series: number
  count: number
  band: number
  x: (value: number) => number
  y: (value: number) => number
}

function Series({ kind, points, colour, series, count, band, x, y }: SeriesProps) {
  const { number } = useFormats()
  const marks = points.flatMap(({ name, x: place, values }, at) => {
    const value = values[series]
    return value === null || value === undefined || place === null
      ? []
      : [{ at, place, value, title: `${name}: ${number(value)}` }]
  })
  if (kind === 'bar') {
    const width = Math.min(28, (band * 0.8) / count)
    return marks.map(({ at, place, value, title }) => (
      <rect
        key={at}
        x={x(place) + (series - count / 2) * width}
        width={Math.max(0.5, width - 1)}
        y={Math.min(y(0), y(value))}
        height={Math.abs(y(value) - y(0))}
        fill={colour}
      >
        <title>{title}</title>
      </rect>
    ))
  }
  return (
    <>
      {kind === 'line' && (
        <polyline
          points={marks.map(({ place, value }) => `${x(place)},${y(value)}`).join(' ')}
          fill="none"
          stroke={colour}
          strokeWidth={2}
        />
      )}
      {marks.map(({ at, place, value, title }) => (
        <circle key={at} cx={x(place)} cy={y(value)} r={3} fill={colour}>
          <title>{title}</title>
        </circle>
      ))}
    </>
  )
}
