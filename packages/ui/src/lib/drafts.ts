import type { RequestRoute } from './request-route.ts'

const SAVE_AFTER_MS = 300
/** What is typed while the window starts and no chat is known yet. */
const EARLY = ''

interface PutInText {
  /** What main keeps. */
  saved: string
  /** The text came out of the file that the chat did. */
  isFromFile?: boolean | undefined
}

/**
 * What is typed in the composers of this window and not sent, by chat. It is here and not in the composer,
 * so that whatever adds to a draft finds its latest words, and the composer that is open shows them at once.
 */
export interface Drafts {
  /** `undefined` while nothing was typed or put in since the window opened: then it is what main keeps. */
  get(id: string | undefined): string | undefined
  set(id: string | undefined, text: string): void
  /** Puts a text below what is typed, as a paragraph of its own, and saves it at once. */
  append(id: string, text: string, put: PutInText): void
  /** All that is typed was put in and came out of the chat's file, or no longer does: main learns that before it can be sent. */
  noteSource(id: string, isFromFile: boolean): void
  /** How often something was put in. */
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
  const texts = new Map<string, string>()
  const appends = new Map<string, number>()
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = createListeners()

  function put(id: string, text: string): void {
    texts.set(id, text)
    listeners.notify()
  }

  const cancel = (id: string): void => {
    clearTimeout(waiting.get(id))
    waiting.delete(id)
  }
  function save(id: string, source: { fromFile?: true } = {}): void {
    cancel(id)
    // A chat deleted meanwhile has no draft to keep; nothing is lost that was not discarded.
    request('chat.save-draft', { id, draft: texts.get(id) ?? '', ...source }).catch(() => undefined)
  }

  function set(id: string, text: string): void {
    cancel(id)
    const saveSoon = () => setTimeout(() => save(id), SAVE_AFTER_MS)
    if (id !== EARLY) waiting.set(id, saveSoon())
    put(id, text)
  }

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
      if (waiting.has(id)) save(id)
      if (texts.delete(id)) listeners.notify()
    },
    flush() {
      for (const id of waiting.keys()) save(id)
    },
    subscribe: listeners.add,
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
