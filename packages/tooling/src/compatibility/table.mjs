/** @typedef {import('./subjects.mjs').Subject} Subject */
/** @typedef {{ failed: string } | { ms: number, seen: string } | { absent: true }} Cell */
/** @typedef {{ era: string, protocolVersion: string, connectMs: number, transport?: string }} Info */
/** @typedef {{ subject: Subject, info?: Info, failed?: string, cells: Record<string, Cell> }} Outcome */

const steps = /** @type {const} */ ([
  ['tools', 'Tools'],
  ['prompts', 'Prompts'],
  ['resources', 'Resources'],
  ['templates', 'Templates'],
  ['call', 'Call'],
  ['read', 'Read'],
  ['complete', 'Complete'],
  ['subscribe', 'Subscribe'],
])

/**
 * What should have succeeded and did not, in words.
 * @param {readonly Outcome[]} outcomes
 * @returns {string[]}
 */
export function faultsOf(outcomes) {
  return outcomes.flatMap(({ subject, failed, cells }) => {
    const who = `${subject.name} over ${subject.transport}`
    if (failed !== undefined) return [`${who} did not connect: ${failed}`]
    return steps.flatMap(([step]) => {
      const cell = cells[step]
      if (cell !== undefined && 'failed' in cell) return [`${who}, ${step}: ${cell.failed}`]
      const isMissing = cell === undefined || 'absent' in cell
      const isOffered = subject.offers.includes(step)
      return isMissing && isOffered ? [`${who}, ${step}: it is not offered any more`] : []
    })
  })
}

/** @param {readonly Outcome[]} outcomes */
export function tableOf(outcomes) {
  const head = [
    'Server',
    'Version',
    'Transport',
    'Era',
    'Revision',
    'Connect',
    ...steps.map(([, title]) => title),
  ]
  const rows = outcomes.map(({ subject, info, cells }) => [
    subject.name,
    subject.version,
    subject.transport,
    info?.era ?? 'FAILS',
    info?.protocolVersion ?? '',
    info === undefined ? 'FAILS' : `${info.connectMs} ms`,
    ...steps.map(([step]) => textOf(step, cells[step])),
  ])
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/**
 * @param {string} step
 * @param {Cell | undefined} cell
 */
function textOf(step, cell) {
  if (cell === undefined || 'absent' in cell) return '–'
  if ('failed' in cell) return 'FAILS'
  if (step === 'call' && cell.seen.endsWith('error')) return `${cell.ms} ms, error`
  return ['call', 'subscribe'].includes(step) ? `${cell.ms} ms` : `${cell.seen} in ${cell.ms} ms`
}
