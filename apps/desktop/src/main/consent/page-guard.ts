import type { IpcError, ParsedInput, RouteName } from '@gatehouse/contract'
import type { PageGuard } from '../ipc/router.ts'
import { consentOf } from './consent-of-input.ts'
import type { UserActivation } from './presses.ts'
import { createSpentPresses } from './spent-presses.ts'

type Limit<Name extends RouteName> = number | ((input: ParsedInput<Name>) => number | undefined)

/**
 * Routes that act for the person, each with the milliseconds after a press in the window within which it may be
 * called. A test of a provider may lie between the press and its saving.
 */
const ACTS: { [Name in RouteName]?: Limit<Name> } = {
  'app-view.accept-change': 3000,
  'app.open-link': 3000,
  'app.pick-file': 3000,
  'app.pick-folder': 3000,
  'app.pick-folders': 3000,
  'app.resume': ({ what }) => (what === 'servers' ? 3000 : undefined),
  'ask.answer': 3000,
  'ask.answer-plan': 3000,
  'ask.dismiss-unsent': 3000,
  // They send what the page chose to a server. Files come from the page itself and go nowhere before they are sent.
  'chat.accept-prompt': 3000,
  'chat.attach-prompt': 3000,
  'chat.attach-resource': 3000,
  'chat.read-again': 3000,
  // The person is then not notified again that it changed.
  'chat.keep-as-read': 3000,
  // They reveal names of files, which follow typing, and read one that the page chose.
  'chat.find-entries': 3000,
  // It reads files of the workspace.
  'chat.preview-undo': 3000,
  'chat.undo-file-change': 3000,
  'chat.attach-entry': 3000,
  // The first message of each new chat then goes to that model; clearing it needs no press.
  'app.set-title-model': ({ model }) => (model === null ? undefined : 3000),
  'audit.export': 3000,
  // That nothing is deleted is free.
  'audit.set-retention': ({ days }) => (days === null ? undefined : 3000),
  'network.choose-authorities': 3000,
  // That less is reached or believed needs no consent, but a press.
  'network.save': 3000,
  'network.test': 3000,
  'chat.continue': 3000,
  'chat.edit': 3000,
  'chat.change-tag': 3000,
  // What was to leave no trace is written down.
  'chat.keep': 3000,
  // The file is picked in the system's dialog.
  'chat.export': 3000,
  'chat.save-text': 3000,
  'chat.import': 3000,
  'chat.read-product-file': 3000,
  'chat.import-product-file': 3000,
  // What is removed is gone, or for the next start only: script in the page may destroy no more than it may send.
  'chat.remove': 3000,
  'chat.retry': 3000,
  // What a model is asked with is sent in the person's name.
  'chat.set-setup': 3000,
  'chat.save-preset': 3000,
  'chat.remove-preset': 3000,
  'chat.set-new-chats': 3000,
  // Which servers a model is offered, and whether they run, is the person's affair.
  'chat.set-servers': 3000,
  'server.stop': 3000,
  // The press that opens a form is another one than the press that runs it.
  'chat.open-tool-form': 3000,
  'chat.run-tool': 3000,
  'chat.send': 3000,
  // It goes once the answer is there; the press is the one that queued it.
  'chat.send-later': 3000,
  'chat.send-queued': 3000,
  'chat.release-queue': 3000,
  'chat.edit-queued': 3000,
  'chat.remove-queued': 3000,
  // A wider mode is decided in the consent window; that each call asks is free.
  'chat.set-approval-mode': ({ mode }) => (mode === 'every-call' ? undefined : 3000),
  // A workspace may have permissions, and then the consent window asks; it also decides which folders are sent to servers.
  'chat.set-workspace': 3000,
  // What may go with fewer questions is decided in the consent window; that nothing may is free.
  'data-flow.set-rule': ({ rule }) => (rule === 'never' ? undefined : 3000),
  'form-values.forget': 3000,
  // The consent window names what would run by itself.
  'grant.trust-server': 3000,
  // Taking back that a tool is always asked about needs a press; that it is asked about is free.
  'grant.mark-tool': ({ mark }) => (mark === 'ask' ? undefined : 3000),
  // What is typed goes to a registry.
  'catalogue.search': 3000,
  'import.choose-file': 3000,
  'import.choose-folder': 3000,
  'import.choose-variables': 3000,
  'import.propose': 3000,
  'import.undo': 3000,
  'install.propose': 3000,
  'install.restore': 3000,
  'install.server': 3000,
  'install.update': 3000,
  // The consent window shows the text; refusing it is free.
  'instructions.allow': 3000,
  // What chats cost is counted by it, up to their limits.
  'provider.override': 3000,
  // What a model refused is sent to it again.
  'provider.forget-learned': 3000,
  'provider.refresh': 3000,
  'provider.remove': 3000,
  'provider.save': 30_000,
  'provider.test': 3000,
  // What a server may do less is free.
  'sampling.set-policy': ({ rule }) => (rule.kind === 'never' ? undefined : 3000),
  'secret.forget': 3000,
  // When a server starts is the person's affair; the rest of its behaviour starts and sends nothing.
  'server.adjust': ({ behaviour }) => (behaviour.start === 'launch' ? 3000 : undefined),
  // Completions follow typing.
  'server.complete': 3000,
  'server.forget-sign-in': 3000,
  'server.get-prompt': 3000,
  'server.propose': 3000,
  'server.read-resource': 3000,
  'server.read-skill': 3000,
  'server.remove': 3000,
  'server.restart': 3000,
  'server.sign-in-again': 3000,
  'server.sign-out': 3000,
  'server.start': 3000,
  'server.watch-resource': 3000,
  'task.cancel': 3000,
  // A window that comes to the front by itself could take a press that was meant for another.
  'window.open-chat': 3000,
  'window.show-place': 3000,
  'window.open-quick': 3000,
  // A key that is taken from all programs; that none is taken is free.
  'window.set-quick-shortcut': ({ accelerator }) => (accelerator === null ? undefined : 3000),
  'workspace.set-approval-mode': ({ mode }) => (mode === 'every-call' ? undefined : 3000),
  'workspace.remove': 3000,
  // Bringing back shares again what was taken from servers.
  'workspace.restore': 3000,
  'workspace.restore-folder': 3000,
  'workspace.share': 3000,
}

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
      if (name === 'chat.open-tool-form')
        return noteForm(formSince, payload as { id: string }, options.now())
      const asks = name === 'ask.list' ? payload : name === 'ask.changed' ? [payload] : []
      for (const { id, isPending } of readAsks(asks))
        if (!isPending) settle(id)
        else if (!askSince.has(id)) askSince.set(id, options.now())
    },
    refusal(route, input) {
      const limitMs = limitOf(route, input)
      if (limitMs === undefined) return undefined
      if (readings.isAgain(route, input)) return undefined
      const consent = consentOf(route, input, settled)
      const why = pressProblem(limitMs) ?? (consent ? undefined : presses.takeFor(route))
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

function limitOf<Name extends RouteName>(
  route: Name,
  input: ParsedInput<Name>,
): number | undefined {
  const limit: Limit<Name> | undefined = ACTS[route]
  return typeof limit === 'function' ? limit(input) : limit
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
