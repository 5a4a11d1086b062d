import {
  canonicalJson,
  isGatehouseError,
  type Attachment,
  type PromptAttachment,
  type PromptChange,
  type PromptPin,
  type ToolChanges,
  type Turn,
} from '@gatehouse/domain'
import type { HostDependencies } from '../../dependencies.ts'
import { withoutSpace } from '../approvals/tool-changes/schema-text.ts'
import { definitionChange } from './prompt-definition.ts'
import { findTextRisks } from './prompt-meanings.ts'
import {
  differenceOf,
  isHashOf,
  messagesHash,
  messagesText,
  shownDifference,
  type MessagesText,
} from './prompt-text.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'digest' | 'clock' | 'pause'>
type Attached = Omit<PromptAttachment, 'changed'>

/** An earlier version of a prompt: one that was sent, or is attached to the same chat and not sent yet. */
interface Former {
  /** The attachment that brought it. */
  id: string
  arguments: string
  isSame(attached: Attached): boolean | undefined
  identity: string
  definition: string | null
  /** `null`: it was not sent yet. */
  sentAt: number | null
  /** Returns the texts; `null`: they are no longer stored. */
  text(): Promise<MessagesText | null>
}

/** The differences between a prompt and its earlier version. */
interface Differences {
  /** The last of all, and of those with the same arguments. */
  last: Former
  same: Former | undefined
  /** It gave another text; `perhaps`: only the texts themselves show it. */
  text: boolean | 'perhaps'
  /** Its definition then and now. */
  definition: ToolChanges | null
  /** The attachments that this compares it with. */
  comparedWith: string[]
}

/**
 * Remembers the definition and the text of each prompt that the person sent. When the text for the same arguments or
 * the definition differs, the person is notified before it goes into a chat again, and never otherwise.
 */
export class PromptPins {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /**
   * In what it differs from what was sent before, and from what is attached before it to the same chat;
   * `undefined`: in nothing, or there was nothing.
   */
  async changeOf(
    attached: Attached,
    attachedBefore: readonly Attachment[],
  ): Promise<PromptChange | undefined> {
    const found = this.#differences(attached, attachedBefore)
    if (!found) return undefined
    const { same, last, definition, comparedWith } = found
    const compared = same && found.text !== false ? await this.#textChange(same, attached) : null
    const isOther = compared !== null && !(found.text === 'perhaps' && compared.isSame)
    if (!isOther && !definition) return undefined
    return {
      text: isOther ? compared.text : null,
      definition,
      meanings: isOther ? compared.meanings : [],
      isOtherServer: (same ?? last).identity !== attached.serverIdentity,
      lastSentAt: (same ?? last).sentAt,
      comparedWith,
    }
  }

  /** True if the prompt differs from something that the person was not shown beside it. */
  isUnseen(attached: PromptAttachment, attachedBefore: readonly Attachment[]): boolean {
    const { changed } = attached
    if (changed && changed.accepted !== true) return true
    const found = this.#differences(attached, attachedBefore)
    // Hashes of the former form are older than the attachment: its text was compared when it came.
    if (!found || (found.text !== true && !found.definition)) return false
    const seen = changed?.comparedWith ?? []
    return !found.comparedWith.every((id) => seen.includes(id))
  }

  /** The person sent a message: what it has of prompts counts from now on. */
  keep(turn: Pick<Turn, 'id' | 'entries'>): void {
    const { stores, clock, digest } = this.#deps
    for (const entry of turn.entries) {
      if (entry.kind !== 'user-message') continue
      for (const attached of entry.attachments ?? []) {
        if (attached.kind !== 'prompt') continue
        const { id, serverId, promptName, messages, serverIdentity, definition } = attached
        const known = stores.promptPins.list(serverId, promptName)
        const pin: PromptPin = {
          serverId,
          promptName,
          arguments: this.#hashOf(attached.arguments),
          messages: messagesHash(messages, digest),
          identity: serverIdentity ?? '',
          definition: definition ?? lastDefined(known)?.definition ?? null,
          sentIn: { turnId: turn.id, entryId: entry.id, attachmentId: id },
          sentAt: clock.now(),
        }
        stores.promptPins.save(pin)
      }
    }
  }

  #hashOf(given: Readonly<Record<string, string>>): string {
    return this.#deps.digest.sha256(canonicalJson(given))
  }

  #differences(attached: Attached, attachedBefore: readonly Attachment[]): Differences | undefined {
    const former = [...this.#attachedOf(attached, attachedBefore), ...this.#sentOf(attached)]
    const [last] = former
    if (!last) return undefined
    const given = this.#hashOf(attached.arguments)
    const same = former.find((one) => one.arguments === given)
    const isSame = same ? same.isSame(attached) : true
    const defined = lastDefined(former)
    const definition = definitionChange(defined?.definition ?? null, attached.definition)
    return {
      last,
      same,
      text: isSame === undefined ? 'perhaps' : !isSame,
      definition,
      comparedWith: [
        ...(same && isSame !== true ? [same.id] : []),
        ...(defined && definition ? [defined.id] : []),
      ],
    }
  }

  /** The versions that were sent, the latest first. */
  #sentOf({ serverId, promptName }: Attached): Former[] {
    return this.#deps.stores.promptPins.list(serverId, promptName).map((pin) => ({
      ...pin,
      id: pin.sentIn.attachmentId,
      isSame: ({ messages }) => isHashOf(pin.messages, messages, this.#deps.digest),
      text: () => this.#sentText(pin),
    }))
  }

  /** The versions among attachments before this one. */
  #attachedOf({ serverId, promptName }: Attached, before: readonly Attachment[]): Former[] {
    const { digest, stores } = this.#deps
    return before.toReversed().flatMap((one): Former[] => {
      if (one.kind !== 'prompt' || one.serverId !== serverId || one.promptName !== promptName)
        return []
      return [
        {
          id: one.id,
          arguments: this.#hashOf(one.arguments),
          isSame: ({ messages }) =>
            messagesHash(one.messages, digest) === messagesHash(messages, digest),
          identity: one.serverIdentity ?? '',
          definition: one.definition ?? null,
          sentAt: null,
          text: () => messagesText(one.messages, stores.blobs),
        },
      ]
    })
  }

  async #textChange(former: Former, { messages }: Attached) {
    const after = await messagesText(messages, this.#deps.stores.blobs)
    const before = await former.text()
    const difference = differenceOf(before?.text ?? '', after.text)
    const unread = Math.max(before?.unread ?? 0, after.unread)
    const shown = shownDifference(difference, unread)
    return {
      text: before === null ? { ...shown, before } : shown,
      meanings: await findTextRisks(difference, this.#deps.pause),
      isSame:
        before !== null && unread === 0 && withoutSpace(before.text) === withoutSpace(after.text),
    }
  }

  /** The text that was sent then, read from its chat; `null` once that is gone. */
  async #sentText({
    sentIn: { turnId, entryId, attachmentId },
  }: PromptPin): Promise<MessagesText | null> {
    const { turns, blobs } = this.#deps.stores
    const entry = turns.withEntry(turnId, entryId)?.entries.find(({ id }) => id === entryId)
    if (entry?.kind !== 'user-message') return null
    const sent = entry.attachments?.find(({ id }) => id === attachmentId)
    if (sent?.kind !== 'prompt') return null
    try {
      return await messagesText(sent.messages, blobs)
    } catch (error) {
      if (isGatehouseError(error) && error.code === 'store/blob-missing') return null
      throw error
    }
  }
}

/** The first of them whose definition is known. */
const lastDefined = <One extends { definition: string | null }>(
  known: readonly One[],
): One | undefined => known.find(({ definition }) => definition !== null)
