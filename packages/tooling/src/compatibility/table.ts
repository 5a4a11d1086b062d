import { z } from 'zod'
import type { ServerUnderTest } from './servers-under-test.ts'

const cellSchema = z.union([
  z.object({ failed: z.string() }),
  z.object({ ms: z.number(), seen: z.string() }),
  z.object({ absent: z.literal(true) }),
])
type Cell = z.infer<typeof cellSchema>

/** Output of the program of `packages/mcp/checks/compatibility` about one server. */
export const trialSchema = z.object({
  info: z
    .object({ era: z.string(), protocolVersion: z.string(), connectMs: z.number() })
    .optional(),
  failed: z.string().optional(),
  cells: z.record(z.string(), cellSchema).default({}),
})
export type Outcome = z.infer<typeof trialSchema> & { server: ServerUnderTest }

const steps = [
  ['tools', 'Tools'],
  ['prompts', 'Prompts'],
  ['resources', 'Resources'],
  ['templates', 'Templates'],
  ['call', 'Call'],
  ['read', 'Read'],
  ['complete', 'Complete'],
  ['subscribe', 'Subscribe'],
] as const

/** The steps that should have succeeded and did not, in words. */
export function faultsOf(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ server, failed, cells }) => {
    const who = `${server.name} over ${server.transport}`
    if (failed !== undefined) return [`${who} did not connect: ${failed}`]
    return steps.flatMap(([step]) => {
      const cell = cells[step]
      if (cell !== undefined && 'failed' in cell) return [`${who}, ${step}: ${cell.failed}`]
      const isMissing = cell === undefined || 'absent' in cell
      const isOffered = server.offers.includes(step)
      return isMissing && isOffered ? [`${who}, ${step}: it is not offered any more`] : []
    })
  })
}

export function tableOf(outcomes: readonly Outcome[]) {
  const head = [
    'Server',
    'Version',
    'Transport',
    'Era',
    'Revision',
    'Connect',
    ...steps.map(([, title]) => title),
  ]
  const rows = outcomes.map(({ server, info, cells }) => [
    server.name,
    server.version,
    server.transport,
    info?.era ?? 'FAILS',
    info?.protocolVersion ?? '',
    info === undefined ? 'FAILS' : `${info.connectMs} ms`,
    ...steps.map(([step]) => textOf(step, cells[step])),
  ])
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

function textOf(step: string, cell: Cell | undefined) {
  if (cell === undefined || 'absent' in cell) return '–'
  if ('failed' in cell) return 'FAILS'
  if (step === 'call' && cell.seen.endsWith('error')) return `${cell.ms} ms, error`
  return ['call', 'subscribe'].includes(step) ? `${cell.ms} ms` : `${cell.seen} in ${cell.ms} ms`
}
