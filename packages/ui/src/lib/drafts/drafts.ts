import { isBridgeError } from '../bridge/bridge-error.ts'
import type { RequestRoute } from '../bridge/request-route.ts'

const SAVE_AFTER_MS = 300
/** Until a draft that main could not save is sent to it again. */
const RETRY_AFTER_MS = 2000
/** Key of the text that is typed while the window starts and no chat is known yet. */
const EARLY = ''

interface PutInText {
  /** The text that main keeps. */
  saved: string
  /** The text came out of the file that the chat did. */
  isFromFile?: boolean | undefined
}

/**
 * Unsent texts of this window's composers, by chat. They are here and not in the composer, so that an addition to a
 * draft finds its latest words, and the open composer shows it at once.
 */
export interface Drafts {
  /** `undefined` while nothing was typed or put in since the window opened: then it is what main keeps. */
  get(id: string | undefined): string | undefined
  set(id: string | undefined, text: string): void
  /** Puts a text below what is typed, as a paragraph of its own, and saves it at once. */
  append(id: string, text: string, put: PutInText): void
  /** All that is typed was put in and came out of the chat's file, or no longer does: main learns that before it can be sent. */
  noteSource(id: string, isFromFile: boolean): void
  /** True while main has not got the latest words, because it could not save them. */
  isUnsaved(id: string | undefined): boolean
  /** Number of insertions so far. */
  appended(id: string | undefined): number
  /** The first chat is known: what was typed until then follows what it had. */
  adopt(id: string, saved: string): void
  /** It is being sent: main forgets its own copy then. */
  clear(id: string): void
  /** It could not be sent. */
  restore(id: string, text: string): void
  /** It is written on in another window: main gets its latest words, and this window forgets them. */
  release(id: string): void
  /** Saves at once what waits. */
  flush(): void
  /** Calls `listener` after every change, until the result is called. */
  subscribe(listener: () => void): () => void
}

export function createDrafts(request: RequestRoute): Drafts {
  const appends = new Map<string, number>()
  const listeners = createListeners()
  const { texts, put, set, save, cancel, ...saving } = createSaving(request, listeners.notify)

  return {
    get: (id = EARLY) => texts.get(id),
    set: (id = EARLY, text) => set(id, text),
    append(id, text, { saved, isFromFile }) {
      const typed = texts.get(id) ?? saved
      appends.set(id, (appends.get(id) ?? 0) + 1)
      set(id, typed.trim() === '' ? text : `${typed.trimEnd()}\n\n${text}`)
      save(id, isFromFile ? { fromFile: true } : {})
    },
    noteSource: sourceNotes(request, save),
    isUnsaved: (id = EARLY) => saving.isUnsaved(id),
    appended: (id = EARLY) => appends.get(id) ?? 0,
    adopt(id, saved) {
      const early = texts.get(EARLY) ?? ''
      texts.delete(EARLY)
      if (early === '') return
      const typed = texts.get(id) ?? saved
      set(id, typed === '' ? early : `${typed}\n${early}`)
    },
    clear(id) {
      cancel(id)
      put(id, '')
    },
    restore(id, text) {
      // Something else was typed meanwhile: both stay.
      const typed = texts.get(id) ?? ''
      set(id, typed.trim() === '' ? text : `${text}\n\n${typed}`)
    },
    release(id) {
      if (saving.waiting().includes(id)) save(id)
      if (texts.delete(id)) listeners.notify()
    },
    flush() {
      for (const id of saving.waiting()) save(id)
    },
    subscribe: listeners.add,
  }
}

/** A draft as it is typed, and its way to main: a moment after the last change, and again until it could save it. */
function createSaving(request: RequestRoute, notify: () => void) {
  const texts = new Map<string, string>()
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const unsaved = new Set<string>()
  /** By chat, how often its words changed: what fails late says nothing of later words. */
  const changes = new Map<string, number>()

  function put(id: string, text: string): void {
    texts.set(id, text)
    changes.set(id, (changes.get(id) ?? 0) + 1)
    notify()
  }

  /** Nothing waits or is tried again. */
  const cancel = (id: string): void => {
    clearTimeout(waiting.get(id))
    waiting.delete(id)
    unsaved.delete(id)
  }
  function save(id: string, source: { fromFile?: true } = {}): void {
    clearTimeout(waiting.get(id))
    waiting.delete(id)
    const draft = texts.get(id) ?? ''
    const change = changes.get(id)
    const isLatest = (): boolean => changes.get(id) === change
    request('chat.save-draft', { id, draft, ...source }).then(
      () => {
        if (isLatest() && unsaved.delete(id)) notify()
      },
      (error: unknown) => {
        // A chat deleted meanwhile has no draft to keep; nothing is lost that was not discarded.
        if (!isLatest() || (isBridgeError(error) && error.code === 'chat/not-found')) return
        texts.set(id, draft)
        unsaved.add(id)
        waiting.set(
          id,
          setTimeout(() => save(id, source), RETRY_AFTER_MS),
        )
        notify()
      },
    )
  }

  function set(id: string, text: string): void {
    clearTimeout(waiting.get(id))
    if (id !== EARLY)
      waiting.set(
        id,
        setTimeout(() => save(id), SAVE_AFTER_MS),
      )
    put(id, text)
  }

  return {
    texts,
    put,
    set,
    save,
    cancel,
    isUnsaved: (id: string) => unsaved.has(id),
    waiting: () => [...waiting.keys()],
  }
}

/** Keeps which composers show words of the file of their chat, and nothing else. */
function sourceNotes(
  request: RequestRoute,
  save: (id: string, source?: { fromFile?: true }) => void,
): Drafts['noteSource'] {
  const fromFile = new Set<string>()
  return (id, isFromFile) => {
    if (isFromFile) {
      fromFile.add(id)
      save(id, { fromFile: true })
    } else if (fromFile.delete(id)) {
      // For main the field was emptied between the two: what is in it now is the person's.
      request('chat.save-draft', { id, draft: '' }).catch(() => undefined)
      save(id)
    }
  }
}

function createListeners() {
  const all = new Set<() => void>()
  return {
    notify() {
      for (const listener of all) listener()
    },
    add(listener: () => void) {
      all.add(listener)
      return () => void all.delete(listener)
    },
  }
}
