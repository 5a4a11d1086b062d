import type { IpcError, ParsedInput, RouteName } from '@gatehouse/contract'
import type { PageGuard } from '../ipc/router.ts'
import type { UserActivation } from './presses.ts'
import { createSpentPresses } from './spent-presses.ts'
import type { AskAnswer } from '@gatehouse/domain'

/** Resources that a press had read, and that may be read again when their server reports that they changed. */
const MOST_READ = 1000

/** Asks that are over, and that a plan may still name. */
const MOST_SETTLED = 1000

/** Forms that the window may have open. */
const MOST_FORMS = 100

/** Milliseconds for which an ask or a form must be in the window before a press can be meant for it. */
const INPUT_DELAY_MS = 500

export interface PageGuardOptions {
  now(): number
  /** The latest press in the window. */
  latest(): UserActivation | undefined
  /** Takes the latest drop of files; false where there is none. */
  takeDrop(): boolean
  /** True if the window is visible and has the keyboard. */
  isInFront(): boolean
  /** Since when it is on the screen: what arrived while it was hidden has not been seen before. */
  seenSince(): number
  /** Assistive technology presses buttons without any input event. */
  isAssisted(): boolean
}

/** Lets the window act only when a person pressed something in it just now. */
export function createPageGuard(options: PageGuardOptions): PageGuard {
  const askSince = new Map<string, number>()
  const formSince = new Map<string, number>()
  /** Asks that the window knew and that are over. */
  const settled = new Set<string>()
  const presses = createSpentPresses(options)
  const readings = createReadings()
  /** The import that the person brought in last. That act also opens the consent window for it, once. */
  let broughtImport: string | undefined

  /** Returns the reason for which no recent press in the window explains the call; undefined if one does. */
  function pressProblem(limitMs: number): string | undefined {
    if (!options.isInFront()) return 'its window is not in front'
    if (options.isAssisted()) return undefined
    const press = options.latest()
    if (press === undefined) return 'nothing was pressed'
    const age = Math.round(options.now() - press.at)
    return age <= limitMs ? undefined : `the last press was ${age} ms ago`
  }

  function settle(id: string): void {
    if (!askSince.delete(id)) return
    settled.add(id)
    for (const oldest of settled) if (settled.size > MOST_SETTLED) settled.delete(oldest)
  }

  /** The same of what allows asks or runs a form: the press came half a second after each, and was for no other. */
  function consentProblem(ids: readonly string[]): string | undefined {
    const press = options.latest()
    const downAt = options.isAssisted() ? options.now() : press?.downAt
    for (const id of ids) {
      const knownSince = askSince.get(id) ?? formSince.get(id)
      if (knownSince === undefined) return 'the window does not know the ask or form'
      const since = Math.max(knownSince, options.seenSince())
      if (downAt === undefined || downAt - since < INPUT_DELAY_MS)
        return `it was there for ${Math.round((downAt ?? since) - since)} ms when it was pressed`
    }
    return presses.take()
  }

  return {
    sent(name, payload) {
      if (isBringing(name, options)) broughtImport = (payload as { id: string } | null)?.id
      if (name === 'chat.open-tool-form')
        return noteForm(formSince, payload as { id: string }, options.now())
      const asks = name === 'ask.list' ? payload : name === 'ask.changed' ? [payload] : []
      for (const { id, isPending } of readAsks(asks))
        if (!isPending) settle(id)
        else if (!askSince.has(id)) askSince.set(id, options.now())
    },
    refusal(route, input, rule) {
      if (rule === undefined || rule.isFree?.(input as never)) return undefined
      if (readings.isAgain(route, input)) return undefined
      if (route === 'import.propose' && broughtImport === (input as { id: string }).id) {
        broughtImport = undefined
        return undefined
      }
      const consent = consentOf(route, input, settled)
      const why = pressProblem(rule.withinMs) ?? (consent ? undefined : presses.takeFor(rule.by))
      if (!consent) {
        if (why) return notByPerson('app/not-by-person', why)
        readings.note(route, input)
        return undefined
      }
      // Refusing allows nothing, so it may be as quick as it likes.
      const { allowed } = consent
      const whyNot = why ?? (allowed.length > 0 ? consentProblem(allowed) : undefined)
      return whyNot ? notByPerson('ask/not-by-person', whyNot) : undefined
    },
  }
}

/** True for the result of a download, a picked file or a dropped one: however long it took, a person began it. */
function isBringing(name: string, { takeDrop }: Pick<PageGuardOptions, 'takeDrop'>): boolean {
  if (name === 'import.read-file') return takeDrop()
  return name === 'import.download' || name === 'import.choose-file'
}

/** Readings of resources that a press began, which may be repeated. */
function createReadings() {
  const read = new Set<string>()
  const keyOf = (route: RouteName, input: unknown): string | undefined => {
    if (route !== 'server.read-resource') return undefined
    const { id, uri } = input as ParsedInput<'server.read-resource'>
    return JSON.stringify([id, uri])
  }
  return {
    isAgain(route: RouteName, input: unknown): boolean {
      const key = keyOf(route, input)
      return key !== undefined && read.has(key)
    },
    note(route: RouteName, input: unknown): void {
      const key = keyOf(route, input)
      if (key !== undefined && read.size < MOST_READ) read.add(key)
    },
  }
}

/** The oldest go first. */
function noteForm(since: Map<string, number>, { id }: { id: string }, now: number): void {
  since.set(id, now)
  const [oldest] = since.keys()
  if (oldest !== undefined && since.size > MOST_FORMS) since.delete(oldest)
}

function readAsks(list: unknown): { id: string; isPending: boolean }[] {
  return (list as { id: string; state: { status: string } }[]).map(({ id, state }) => ({
    id,
    isPending: state.status === 'pending',
  }))
}

function notByPerson(code: string, because: string): IpcError {
  return {
    code,
    message: 'Gatehouse did not detect a click or key press from you in its window. Try again.',
    data: { because },
  }
}

/**
 * Of an answer, the asks that it allows, or the form that is run; undefined where it is neither. A call that is over
 * is not allowed by a plan that names it: it may have ended while the press was on its way.
 */
function consentOf<Name extends RouteName>(
  route: Name,
  input: ParsedInput<Name>,
  settled: ReadonlySet<string>,
): { allowed: string[] } | undefined {
  if (route === 'ask.answer') {
    const { id, answer, alike = [] } = input as ParsedInput<'ask.answer'>
    const others = alike.map((call) => call.id).filter((one) => !settled.has(one))
    return { allowed: refuses(answer) ? [] : [id, ...others] }
  }
  if (route === 'chat.run-tool') {
    const { form } = input as ParsedInput<'chat.run-tool'>
    return form && { allowed: [form.id] }
  }
  if (route !== 'ask.answer-plan') return undefined
  const plan = input as ParsedInput<'ask.answer-plan'>
  if (plan.decision === 'deny') return { allowed: [] }
  return { allowed: plan.calls.map(({ id }) => id).filter((id) => !settled.has(id)) }
}

function refuses(answer: AskAnswer): boolean {
  switch (answer.kind) {
    case 'tool-approval':
      return answer.decision === 'deny'
    case 'elicitation':
      return answer.answer.action !== 'accept'
    case 'elicitation-wait':
    case 'sign-in':
      return answer.decision === 'cancel'
    case 'sampling-request':
    case 'sampling-response':
      return answer.answer.decision === 'deny'
    case 'roots':
      return answer.share.length === 0
  }
}
