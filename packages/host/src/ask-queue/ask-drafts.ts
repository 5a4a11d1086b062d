import {
  GatehouseError,
  MAX_ASK_DRAFT,
  parseJson,
  type AbortCode,
  type Ask,
  type AskDraft,
  type UnsentAnswer,
} from '@gatehouse/domain'
import { askSubject } from '../audit/ask-subject.ts'

/** Answers that were never sent, kept until the person puts them away; the latest of them. */
const MAX_UNSENT = 20
/** Asks that were withdrawn a moment ago: what was being typed then may still be on its way here. */
const MAX_WITHDRAWN = 50

type Head = Omit<UnsentAnswer, 'texts'>

/**
 * Input of the person in cards that was not sent. Main keeps it in memory: it outlives every page, and is never on
 * disk, because it may be a secret that was pasted into the wrong field.
 */
export class AskDrafts {
  readonly #drafts = new Map<string, AskDraft>()
  readonly #withdrawn = new Map<string, Head>()
  readonly #unsent = new Map<string, UnsentAnswer>()

  list(): { id: string; draft: AskDraft }[] {
    return [...this.#drafts].map(([id, draft]) => ({ id, draft }))
  }

  /** Latest first. */
  unsent(): UnsentAnswer[] {
    return [...this.#unsent.values()].toReversed()
  }

  /** Saves a draft. Throws `ask/draft-too-large`, and `ask/not-pending` for an ask that is no longer pending. */
  save(id: string, draft: AskDraft, isPending: boolean): void {
    if (JSON.stringify(draft).length > MAX_ASK_DRAFT)
      throw new GatehouseError(
        'ask/draft-too-large',
        `What you wrote is longer than ${MAX_ASK_DRAFT} characters, so a reload of the window would lose it. Send it, or shorten it.`,
      )
    const head = this.#withdrawn.get(id)
    if (isPending) this.#drafts.set(id, draft)
    else if (head) this.#keep(head, draft)
    else throw new GatehouseError('ask/not-pending', 'This request was answered already.')
  }

  dismiss(id: string): void {
    this.#unsent.delete(id)
    this.#withdrawn.delete(id)
  }

  answered(id: string): void {
    this.#drafts.delete(id)
  }

  withdrawn(ask: Ask, { at, reason }: { at: number; reason: AbortCode }): void {
    const { id, kind, serverId, serverName, serverHue } = ask
    const causes = ask.kind === 'tool-approval' ? [ask] : ask.causes
    const head: Head = {
      id,
      kind,
      serverId,
      serverName,
      serverHue,
      causes: causes.map(({ conversationId, entryId }) => ({ conversationId, entryId })),
      subject: askSubject(ask),
      at,
      reason,
    }
    this.#withdrawn.set(id, head)
    dropOldest(this.#withdrawn, MAX_WITHDRAWN)
    const draft = this.#drafts.get(id)
    this.#drafts.delete(id)
    if (draft || reason === 'expired') this.#keep(head, draft ?? {})
  }

  #keep(head: Head, draft: AskDraft): void {
    const texts = textsOf(draft)
    // That it expired is reported even where nothing was written.
    if (texts.length === 0 && head.reason !== 'expired') return
    this.#unsent.set(head.id, { ...head, texts })
    this.#makeRoom()
  }

  /** Drafts outlive the bare note that an ask expired. */
  #makeRoom(): void {
    if (this.#unsent.size <= MAX_UNSENT) return
    const empty = [...this.#unsent.values()].find(({ texts }) => texts.length === 0)
    if (empty) this.#unsent.delete(empty.id)
    dropOldest(this.#unsent, MAX_UNSENT)
  }
}

function dropOldest(map: Map<string, unknown>, max: number): void {
  for (const id of map.keys()) if (map.size > max) map.delete(id)
}

/** The texts of a draft that can be read and copied: everything typed, nothing chosen or removed. */
function textsOf({ form, sampling, byHand, answer, ...draft }: AskDraft): UnsentAnswer['texts'] {
  const blocks = (part: 'message' | 'answer', texts: Readonly<Record<string, string>> = {}) =>
    Object.entries(texts).map(([name, text]) => ({ part, name, text }))
  const all: UnsentAnswer['texts'] = [
    ...Object.entries(form ?? {}).map(([name, value]) => ({
      part: 'field' as const,
      name,
      text: typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    })),
    ...(draft.arguments
      ? [{ part: 'arguments' as const, name: '', text: JSON.stringify(draft.arguments, null, 2) }]
      : []),
    // What can be read as arguments is there already.
    { part: 'raw', name: '', text: isJson(draft.raw) ? '' : (draft.raw ?? '') },
    { part: 'denial', name: '', text: draft.denial ?? '' },
    { part: 'system-prompt', name: '', text: sampling?.systemPrompt ?? '' },
    ...blocks('message', sampling?.texts),
    ...addedMessages(sampling),
    { part: 'answer', name: '', text: byHand?.text ?? '' },
    ...blocks('answer', answer?.texts),
  ]
  return all.filter(({ text }) => text.trim() !== '')
}

function addedMessages(edits: AskDraft['sampling']): UnsentAnswer['texts'] {
  // Context is in the chat: the person did not write it.
  const added = Object.values(edits?.messages?.added ?? {}).filter((one) => !one.contextOf)
  return added.map(({ text }) => ({ part: 'added-message', name: '', text }))
}

const isJson = (text = ''): boolean => parseJson(text).ok
