import {
  actRuleOf,
  routes,
  toIpcError,
  type IpcError,
  type ParsedInput,
  type Result,
  type RouteHandlers,
  type RouteName,
} from '@gatehouse/contract'
import { isTooLarge } from '@gatehouse/contract/input-size'
import { isGatehouseError } from '@gatehouse/domain'
import type { z } from 'zod'
import type { Log } from '../log.ts'
import {
  findInputProblem,
  fitsBridge,
  MAIN_INPUT_LIMITS,
  type InputProblem,
} from './input-limits.ts'

export interface RouterOptions {
  /** May still be under way: calls wait for it. */
  handlers: RouteHandlers | Promise<RouteHandlers>
  /** Parses what handlers return too; in development and tests. */
  checkOutputs: boolean
  log: Log
}

/** Knows what was sent to one window, and the person's input in it. */
export interface PageGuard {
  /** Called with what main sends the window, as an event or as a response. */
  sent(name: string, payload: unknown): void
  /** Returns the refusal of a call by the press rule of its route; undefined when it may pass. */
  refusal<Name extends RouteName>(
    route: Name,
    input: ParsedInput<Name>,
    rule: ReturnType<typeof actRuleOf>,
  ): IpcError | undefined
}

/** Handles every call of the renderer that the sender gate let through. */
export interface Router {
  /**
   * `page`: of the window that calls; without one every call may pass. Never rejects. Fails with `ipc/unknown-route`, `ipc/too-large`, `ipc/invalid-input` (with
   * `data.issues`, each a `path` such as `draft.args.0` and a `message`), `ipc/invalid-output`,
   * `ipc/internal`, or what the handler's `GatehouseError` says.
   */
  handle(route: unknown, input: unknown, page?: PageGuard): Promise<Result<unknown>>
}

export interface InputIssue {
  path: string
  message: string
}

const MAX_ISSUES = 20
const MAX_ISSUE_CHARACTERS = 300

export function createRouter({ handlers, checkOutputs, log }: RouterOptions): Router {
  return {
    async handle(route, input, page) {
      if (!isRouteName(route)) return fail(unknownRoute(route))
      const parsed = parseInput(route, input)
      if (!parsed.ok) return parsed
      const refusal = page?.refusal(route, parsed.data as never, actRuleOf(routes[route].acts))
      if (refusal) {
        log.warn(`${route} was refused: ${refusal.code} ${JSON.stringify(refusal.data)}`)
        return fail(refusal)
      }
      try {
        const handler = (await handlers)[route] as (input: never) => unknown
        const data: unknown = await handler(parsed.data as never)
        const issues = findOutputIssues(route, data, checkOutputs)
        if (issues) return invalidOutput(route, issues, log)
        page?.sent(route, data)
        return { ok: true, data }
      } catch (error) {
        logFailure(log, route, error)
        return fail(toIpcError(error))
      }
    },
  }
}

function isRouteName(route: unknown): route is RouteName {
  return typeof route === 'string' && Object.hasOwn(routes, route)
}

function parseInput(route: RouteName, input: unknown): Result<unknown> {
  // The preload script counts the same; this is for one that was got around.
  const problem = isTooLarge(input)
    ? 'too-large'
    : findInputProblem(withoutBytes(route, input), MAIN_INPUT_LIMITS)
  if (problem) return fail(inputError(route, problem))
  try {
    const parsed = routes[route].input.safeParse(input)
    return parsed.success
      ? { ok: true, data: parsed.data }
      : fail(invalidInput(route, readIssues(parsed.error)))
  } catch {
    return fail(invalidInput(route, [{ path: '', message: 'It cannot be read.' }]))
  }
}

/** Routes that take the bytes of a file. */
const TAKES_BYTES: ReadonlySet<RouteName> = new Set(['chat.attach-file', 'own-prompt.keep-file'])

/** The bytes of a file are the only value that is not JSON, in one place of these routes. */
function withoutBytes(route: RouteName, input: unknown): unknown {
  if (!TAKES_BYTES.has(route) || typeof input !== 'object' || input === null) return input
  if (!('bytes' in input) || !(input.bytes instanceof Uint8Array)) return input
  return { ...input, bytes: null }
}

function findOutputIssues(
  route: RouteName,
  data: unknown,
  checkShape: boolean,
): InputIssue[] | undefined {
  if (!fitsBridge(data)) return [{ path: '', message: 'It is nested too deeply.' }]
  if (!checkShape) return undefined
  const checked = routes[route].output.safeParse(data)
  return checked.success ? undefined : readIssues(checked.error)
}

function invalidOutput(route: RouteName, issues: InputIssue[], log: Log): Result<unknown> {
  const places = issues.map(({ path, message }) => `${path || '(whole)'}: ${message}`).join('; ')
  log.error(`The response to ${route} does not have its shape: ${places}`)
  return fail({
    code: 'ipc/invalid-output',
    message: `Gatehouse made a response to "${route}" that it cannot show. The log in the data folder has the details.`,
    data: { issues },
  })
}

function inputError(route: RouteName, problem: InputProblem): IpcError {
  switch (problem) {
    case 'too-large':
      return {
        code: 'ipc/too-large',
        message: `What was given to "${route}" is larger than ${MAIN_INPUT_LIMITS.maxBytes / 1_000_000} MB. Give less at once.`,
        data: { maxBytes: MAIN_INPUT_LIMITS.maxBytes },
      }
    case 'too-deep':
      return invalidInput(route, [
        { path: '', message: `It is nested deeper than ${MAIN_INPUT_LIMITS.maxDepth} levels.` },
      ])
    case 'not-json':
      return invalidInput(route, [{ path: '', message: 'It holds something that is not JSON.' }])
    case 'forbidden-key':
      return invalidInput(route, [{ path: '', message: 'It has a key named "__proto__".' }])
  }
}

function invalidInput(route: RouteName, issues: InputIssue[]): IpcError {
  const first = issues[0]
  const place = first?.path ? ` (${first.path})` : ''
  return {
    code: 'ipc/invalid-input',
    message: `What was given to "${route}" is not valid${place}: ${first?.message ?? 'unknown'}`,
    data: { issues },
  }
}

function readIssues(error: z.ZodError): InputIssue[] {
  return error.issues.slice(0, MAX_ISSUES).map((issue) => ({
    path: issue.path.map(String).join('.').slice(0, MAX_ISSUE_CHARACTERS),
    message: issue.message.slice(0, MAX_ISSUE_CHARACTERS),
  }))
}

function unknownRoute(route: unknown): IpcError {
  const name = typeof route === 'string' ? `"${route.slice(0, 80)}"` : `a ${typeof route}`
  return {
    code: 'ipc/unknown-route',
    message: `There is no route ${name}. The window and the app may be of different versions: restart Gatehouse.`,
    data: {},
  }
}

function logFailure(log: Log, route: RouteName, error: unknown): void {
  if (isGatehouseError(error)) log.info(`${route} failed: ${error.code}`)
  else log.error(`${route} failed inside Gatehouse.`, error)
}

function fail(error: IpcError): Result<never> {
  return { ok: false, error }
}
