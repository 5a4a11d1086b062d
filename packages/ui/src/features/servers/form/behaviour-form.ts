import {
  silenceLimitSchema,
  totalLimitSchema,
  type LoggingLevel,
  type ServerBehaviour,
  type ServerConfig,
  type ToolTimeout,
} from '@gatehouse/domain'
import { newKey } from './server-form-state.ts'

/** Time limits of one tool as typed, in seconds; empty = the server's. */
export interface ToolLimitRow {
  key: string
  tool: string
  silence: string
  total: string
}

/** Form of a server's behaviour while it runs, as typed. */
export interface BehaviourForm {
  start: ServerConfig['start']
  silence: string
  /** Empty = a minute. */
  starting: string
  /** Empty = half an hour. */
  total: string
  tools: ToolLimitRow[]
  /** `none`: as the server likes. */
  logLevel: LoggingLevel | 'none'
}

export type BehaviourIssues = ReadonlyMap<string, 'silence' | 'total'>

export function behaviourFormOf(config: ServerConfig): BehaviourForm {
  return {
    start: config.start,
    silence: secondsOf(config.requestTimeoutMs),
    starting: secondsOf(config.startTimeoutMs),
    total: secondsOf(config.totalTimeoutMs),
    tools: (config.toolTimeouts ?? []).map(({ tool, requestTimeoutMs, totalTimeoutMs }) => ({
      key: newKey(),
      tool,
      silence: secondsOf(requestTimeoutMs),
      total: secondsOf(totalTimeoutMs),
    })),
    logLevel: config.logLevel ?? 'none',
  }
}

/** Returns the behaviour to save; rows of tools without content are left out. */
export function behaviourOf(form: BehaviourForm): ServerBehaviour {
  const toolTimeouts = form.tools.flatMap(({ tool, silence, total }): ToolTimeout[] =>
    silence === '' && total === ''
      ? []
      : [
          {
            tool,
            ...(silence === '' ? {} : { requestTimeoutMs: msOf(silence) }),
            ...(total === '' ? {} : { totalTimeoutMs: msOf(total) }),
          },
        ],
  )
  return {
    start: form.start,
    requestTimeoutMs: msOf(form.silence),
    ...(form.starting === '' ? {} : { startTimeoutMs: msOf(form.starting) }),
    ...(form.total === '' ? {} : { totalTimeoutMs: msOf(form.total) }),
    ...(toolTimeouts.length === 0 ? {} : { toolTimeouts }),
    ...(form.logLevel === 'none' ? {} : { logLevel: form.logLevel }),
  }
}

/** By field: `silence`, `total`, or a tool row's key with one of them behind it. */
export function findBehaviourIssues(form: BehaviourForm): BehaviourIssues {
  const issues = new Map<string, 'silence' | 'total'>()
  const check = (field: string, text: string, kind: 'silence' | 'total'): void => {
    const schema = kind === 'silence' ? silenceLimitSchema : totalLimitSchema
    if (!schema.safeParse(msOf(text)).success) issues.set(field, kind)
  }
  check('silence', form.silence, 'silence')
  if (form.starting !== '') check('starting', form.starting, 'silence')
  if (form.total !== '') check('total', form.total, 'total')
  for (const { key, silence, total } of form.tools) {
    if (silence !== '') check(`${key} silence`, silence, 'silence')
    if (total !== '') check(`${key} total`, total, 'total')
  }
  return issues
}

function secondsOf(ms: number | undefined): string {
  return ms === undefined ? '' : String(ms / 1000)
}

function msOf(seconds: string): number {
  return seconds.trim() === '' ? Number.NaN : Math.round(Number(seconds) * 1000)
}

export interface BehaviourFieldsProps {
  form: BehaviourForm
  onChange: (part: Partial<BehaviourForm>) => void
  issues: BehaviourIssues
}
