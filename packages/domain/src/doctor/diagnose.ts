import { fetchingProgram } from '../servers/launch/fetching-launch.ts'
import { versionInPath } from '../servers/launch/runtimes.ts'
import type { ConnectionFailure } from '../servers/connection-failure.ts'
import type { ServerView } from '../servers/server-view.ts'
import { CAUSES, type CauseFacts, type CauseId } from './causes.ts'
import {
  causeLine,
  namedOptions,
  namedVariables,
  readOutput,
  type OutputLine,
} from './read-output.ts'
import type { DoctorStep, DoctorStepName, Evidence, Mend, ServerExamination } from './report.ts'

/** Last step that a start reached, and the cause of its end. */
export interface Diagnosis {
  steps: DoctorStep[]
  /** Null where the server runs, or nothing is known. */
  cause: { id: CauseId; name?: string | undefined; line?: OutputLine | undefined } | null
  mends: Mend[]
  output: OutputLine[]
}

const STDIO_STEPS = [
  'command',
  'runtime',
  'install',
  'process',
  'output',
  'handshake',
  'lists',
] as const satisfies readonly DoctorStepName[]
const HTTP_STEPS = [
  'address',
  'tls',
  'discovery',
  'registration',
  'token',
  'handshake',
  'lists',
] as const satisfies readonly DoctorStepName[]

/** Where each failure stops, unless its cause says so more exactly. */
const FAILED_STEPS: Partial<Record<ConnectionFailure['code'], DoctorStepName>> = {
  'command-not-found': 'command',
  'command-not-executable': 'command',
  'directory-missing': 'command',
  'secret-missing': 'command',
  'secret-elsewhere': 'command',
  'keychain-locked': 'command',
  'keychain-unavailable': 'command',
  'launch-changed': 'command',
  'no-workspace-folder': 'command',
  'preparation-timeout': 'command',
  exited: 'process',
  'bad-output': 'output',
  unreachable: 'address',
  proxy: 'address',
  tls: 'tls',
  'ca-file': 'tls',
  'sign-in-needed': 'token',
}

/** Finds how far the last start of a server came, why it failed, and what may mend that. Tries nothing. */
export function diagnose(view: ServerView, examination: ServerExamination): Diagnosis {
  const { connection, config } = view
  const failure = connection.status === 'failed' ? connection.failure : undefined
  const output = outputOf(examination, failure)
  const found = failure && findCause({ ...factsOf(view, examination, output), failure })
  const isHttp = config.transport.kind === 'http'
  const names: readonly DoctorStepName[] = isHttp ? HTTP_STEPS : STDIO_STEPS
  const failedAt = failure && stepOf(failure, found?.step, names)
  const reached = reachedStep(view, names, failedAt)
  const steps = names.map((name, index): DoctorStep => {
    const state =
      name === failedAt
        ? 'failed'
        : index < reached
          ? 'passed'
          : failure === undefined
            ? 'unknown'
            : 'not-reached'
    const step = { name, ...evidenceOf(name, { view, examination, failure, output, state }) }
    return { state, ...step }
  })
  const { cause = null, mends = [] } = found ?? {}
  return { steps, cause, mends, output }
}

type Facts = Omit<CauseFacts, 'failure'>

function factsOf(
  { config }: ServerView,
  { platform }: ServerExamination,
  lines: readonly OutputLine[],
): Facts {
  return { transport: config.transport, lines, platform }
}

/** Output of the last start, or of its failure where the start itself was forgotten. */
function outputOf(
  { start }: ServerExamination,
  failure: ConnectionFailure | undefined,
): OutputLine[] {
  if (start !== null && start.printed > 0)
    return readOutput({ first: start.first, last: start.last, count: start.printed })
  const lines = failure?.lastLines ?? []
  return readOutput({ first: lines, last: [], count: lines.length })
}

interface FoundCause {
  cause: NonNullable<Diagnosis['cause']>
  mends: Mend[]
  step?: DoctorStepName | undefined
}

function findCause(facts: CauseFacts): FoundCause {
  const said = causeLine(facts.lines)
  const variables = said ? namedVariables(said.text) : []
  const options = said ? namedOptions(said.text) : []
  if (said && (variables.length > 0 || options.length > 0) && hasProcess(facts))
    return {
      cause: { id: 'variable-missing', name: variables[0] ?? options[0], line: said },
      mends: [
        ...variables.map((name): Mend => ({ kind: 'set-variable', name })),
        ...options.map((option): Mend => ({ kind: 'edit', field: 'args', option })),
      ],
      step: 'output',
    }
  for (const { id, step, find, mends } of CAUSES) {
    const finding = find(facts)
    if (finding) return { cause: { id, ...finding }, mends: mends(finding, facts), step }
  }
  return {
    cause: { id: 'said', line: said },
    mends: [{ kind: 'start' }],
  }
}

const hasProcess = ({ failure }: CauseFacts): boolean =>
  failure.code === 'exited' || failure.code === 'no-response' || failure.code === 'bad-output'

function stepOf(
  failure: ConnectionFailure,
  found: DoctorStepName | undefined,
  names: readonly DoctorStepName[],
): DoctorStepName {
  if (found !== undefined && names.includes(found)) return found
  const usual = FAILED_STEPS[failure.code]
  return usual !== undefined && names.includes(usual) ? usual : 'handshake'
}

/** Steps before this index are passed. */
function reachedStep(
  { connection }: ServerView,
  names: readonly DoctorStepName[],
  failedAt: DoctorStepName | undefined,
): number {
  if (failedAt !== undefined) return names.indexOf(failedAt)
  return connection.status === 'ready' ? names.length : 0
}

interface Known {
  view: ServerView
  examination: ServerExamination
  failure: ConnectionFailure | undefined
  output: readonly OutputLine[]
  state: DoctorStep['state']
}

type Shown = Pick<DoctorStep, 'evidence'> & { tookMs?: number }

const NONE: Evidence = { id: 'none' }

/** Evidence of each step; without any, the words of its state stand there. */
const EVIDENCE: Readonly<Record<DoctorStepName, (known: Known) => Shown>> = {
  command: ({ view, failure }) => {
    const { transport } = view.config
    const line =
      transport.kind === 'stdio'
        ? [transport.command, ...transport.args].join(' ').replace(/\s+/g, ' ')
        : ''
    if (failure?.code === 'directory-missing')
      return { evidence: { id: 'folder-missing', values: { path: failure.detail ?? '' } } }
    return { evidence: { id: 'command-line', values: { line } } }
  },
  runtime: ({ examination: { launch }, failure, output }) => {
    if (launch === null) return { evidence: NONE }
    if (failure?.code === 'command-not-executable')
      return { evidence: { id: 'not-executable', values: { path: failure.detail ?? '' } } }
    const path = launch.runtime?.path ?? launch.programs.at(-1)?.path ?? launch.path
    if (path === null)
      return { evidence: { id: 'not-found', values: { count: launch.lookedIn.length } } }
    const version = launch.runtime?.version ?? versionOf(path, output)
    return {
      evidence:
        version === undefined
          ? { id: 'found', values: { path } }
          : { id: 'version', values: { path, version } },
    }
  },
  install: ({ view, examination }) => {
    const { transport } = view.config
    const program = transport.kind === 'stdio' ? fetchingProgram(transport) : undefined
    if (program === undefined) return { evidence: { id: 'no-download' } }
    return {
      evidence: { id: 'may-download', values: { program } },
      ...took(examination, 'download'),
    }
  },
  process: ({ view: { connection }, examination, failure, state }) => {
    const time = took(examination, 'spawn')
    if (failure?.signal !== undefined)
      return { evidence: { id: 'ended-by', values: { signal: failure.signal } }, ...time }
    if (failure?.exitCode !== undefined)
      return { evidence: { id: 'ended', values: { code: String(failure.exitCode) } }, ...time }
    if (connection.status === 'ready' && connection.info.pid !== undefined)
      return { evidence: { id: 'running', values: { pid: String(connection.info.pid) } }, ...time }
    return { evidence: state === 'passed' ? { id: 'started' } : NONE, ...time }
  },
  output: ({ output, examination: { start }, state }) => {
    const count = start?.printed ?? output.length
    if (count === 0 && (state === 'not-reached' || state === 'unknown')) return { evidence: NONE }
    return {
      evidence: count === 0 ? { id: 'printed-nothing' } : { id: 'printed', values: { count } },
    }
  },
  address: ({ view: { config }, failure, state }) => {
    const url = config.transport.kind === 'http' ? config.transport.url : ''
    return state === 'failed' && failure?.detail !== undefined
      ? { evidence: { id: 'network-code', values: { url, code: failure.detail } } }
      : { evidence: { id: 'url', values: { url } } }
  },
  tls: ({ failure, state }) => ({
    evidence:
      state === 'failed'
        ? { id: 'network-code', values: { url: '', code: failure?.detail ?? '' } }
        : NONE,
  }),
  discovery: () => ({ evidence: NONE }),
  registration: ({ failure, state }) => ({
    evidence:
      state === 'failed' ? { id: 'sign-in-needed', values: { said: failure?.said ?? '' } } : NONE,
  }),
  token: ({ failure, state }) => ({
    evidence:
      state === 'failed' ? { id: 'sign-in-needed', values: { said: failure?.said ?? '' } } : NONE,
  }),
  handshake: ({ view: { connection }, failure, state, examination }) => {
    const time = took(examination, 'handshake')
    if (connection.status === 'ready')
      return {
        evidence: { id: 'answered', values: { version: connection.info.protocolVersion } },
        tookMs: connection.info.connectMs,
      }
    if (failure?.status !== undefined)
      return { evidence: { id: 'status', values: { status: String(failure.status) } } }
    return state === 'failed' && failure?.waitedMs !== undefined
      ? {
          evidence: { id: 'no-answer', values: { seconds: Math.round(failure.waitedMs / 1000) } },
          ...time,
        }
      : { evidence: NONE }
  },
  lists: ({ view: { toolCount, connection }, examination }) => {
    if (toolCount === null) return { evidence: NONE }
    const isUp = connection.status === 'ready'
    return {
      evidence: { id: isUp ? 'listed' : 'listed-before', values: { count: toolCount } },
      ...(isUp ? took(examination, 'list') : {}),
    }
  },
}

function evidenceOf(name: DoctorStepName, known: Known): Shown {
  return EVIDENCE[name](known)
}

/** From the beginning of a step to the next one, or to the end of the start. */
function took({ start }: ServerExamination, step: string): { tookMs?: number } {
  const at = start?.steps.findLastIndex((reached) => reached.step === step) ?? -1
  const begin = start?.steps[at]?.at
  const end = start?.steps[at + 1]?.at ?? start?.endedAt
  return begin === undefined || end === undefined ? {} : { tookMs: Math.max(0, end - begin) }
}

/** The version in the path of a version manager, or in what the runtime printed as it ended. */
function versionOf(path: string, output: readonly OutputLine[]): string | undefined {
  const inPath = versionInPath(path)
  if (inPath !== null) return inPath
  return output.map(({ text }) => /^Node\.js v([\d.]+)$/.exec(text)?.[1]).find(Boolean)
}
