import {
  canonicalJson,
  parseJson,
  promptSchema,
  type Prompt,
  type PromptAttachment,
  type PromptChange,
  type PromptPin,
  type Tool,
  type ToolChanges,
  type Turn,
} from '@gatehouse/domain'
import { truncateText } from '@gatehouse/domain/text'
import type { HostDependencies } from '../../dependencies.ts'
import { newHiddenCharacters, addsInjectionPhrases } from '../change-meanings.ts'
import { isObject } from '../schema-text.ts'
import { differInSpaceOnly, toolChanges } from '../tool-changes.ts'
import { DATA_MISSING, textOrMissing } from '../load-media.ts'
import { fromFirstDifference, messagesHash, messagesText } from './prompt-text.ts'

type Dependencies = Pick<HostDependencies, 'stores' | 'digest' | 'clock'>
type Attached = Omit<PromptAttachment, 'changed'>

/** Characters of a definition that are kept. */
const MAX_DEFINITION = 16_000
const MAX_DESCRIPTION = 8000
/** Characters in which new orders and hidden characters are looked for. */
const MAX_LOOKED_AT = 200_000

/**
 * What a prompt was, and the text that it gave, when the person sent it: of another text for the same
 * arguments, or another definition, they are told before it goes into a chat again. What is the same is
 * never asked about.
 */
export class PromptPins {
  readonly #deps: Dependencies

  constructor(deps: Dependencies) {
    this.#deps = deps
  }

  /** In what it differs from what was sent before; `undefined`: in nothing, or nothing was. */
  async changeOf(attached: Attached): Promise<PromptChange | undefined> {
    const pins = this.#deps.stores.promptPins.list(attached.serverId, attached.promptName)
    const [last] = pins
    if (!last) return undefined
    const given = this.#hashOf(attached.arguments)
    const same = pins.find((pin) => pin.arguments === given)
    const isOther =
      same !== undefined && same.messages !== messagesHash(attached.messages, this.#deps.digest)
    const compared = isOther ? await this.#textChange(same, attached) : null
    const definition = definitionChange(last.definition, attached.definition)
    if (!compared && !definition) return undefined
    return {
      text: compared?.text ?? null,
      definition,
      meanings: compared?.meanings ?? [],
      isOtherServer: (same ?? last).identity !== attached.serverIdentity,
      lastSentAt: (same ?? last).sentAt,
    }
  }

  /** The person sent a message: what it has of prompts counts from now on. */
  keep(turn: Pick<Turn, 'id' | 'entries'>): void {
    const { stores, clock, digest } = this.#deps
    for (const entry of turn.entries) {
      if (entry.kind !== 'user-message') continue
      for (const attached of entry.attachments ?? []) {
        if (attached.kind !== 'prompt') continue
        const { id, serverId, promptName, messages, serverIdentity, definition } = attached
        const pin: PromptPin = {
          serverId,
          promptName,
          arguments: this.#hashOf(attached.arguments),
          messages: messagesHash(messages, digest),
          identity: serverIdentity ?? '',
          definition: definition ?? null,
          sentIn: { turnId: turn.id, entryId: entry.id, attachmentId: id },
          sentAt: clock.now(),
        }
        stores.promptPins.save(pin)
      }
    }
  }

  /** A definition as it is kept with what it gave. */
  definition(prompt: Prompt): string {
    const { name, title, description, arguments: taken } = prompt
    const whole = canonicalJson({ name, title, description, arguments: taken })
    if (whole.length <= MAX_DEFINITION) return whole
    const begin = truncateText(description ?? '', MAX_DESCRIPTION)
    const hash = this.#deps.digest.sha256(whole)
    return canonicalJson({ name, title, description: `${begin}… [SHA-256 ${hash}]` })
  }

  #hashOf(given: Readonly<Record<string, string>>): string {
    return this.#deps.digest.sha256(canonicalJson(given))
  }

  async #textChange(pin: PromptPin, { messages }: Attached) {
    const { blobs } = this.#deps.stores
    const after = await messagesText(messages, blobs)
    const before = await this.#sentText(pin)
    const text =
      before === null
        ? { before, after: fromFirstDifference('', after).after }
        : fromFirstDifference(before, after)
    const looked = {
      before: (before ?? '').slice(0, MAX_LOOKED_AT),
      after: after.slice(0, MAX_LOOKED_AT),
    }
    const meanings: PromptChange['meanings'] = [
      ...(newHiddenCharacters(looked) ? (['hidden'] as const) : []),
      ...(addsInjectionPhrases(looked) ? (['orders'] as const) : []),
    ]
    return { text, meanings }
  }

  /** What was sent then, from the chat that has it; `null` once that is gone. */
  async #sentText({
    sentIn: { turnId, entryId, attachmentId },
  }: PromptPin): Promise<string | null> {
    const { turns, blobs } = this.#deps.stores
    const entry = turns.withEntry(turnId, entryId)?.entries.find(({ id }) => id === entryId)
    if (entry?.kind !== 'user-message') return null
    const sent = entry.attachments?.find(({ id }) => id === attachmentId)
    if (sent?.kind !== 'prompt') return null
    const text = await textOrMissing(messagesText(sent.messages, blobs))
    return text === DATA_MISSING ? null : text
  }
}

function definitionChange(before: string | null, after: string | undefined): ToolChanges | null {
  if (before === null || after === undefined || before === after) return null
  const [old, now] = [asTool(before), asTool(after)]
  if (!old || !now || differInSpaceOnly(old, now)) return null
  const { meanings = [], ...changes } = toolChanges(old, now)
  return {
    ...changes,
    // Who fills in a new argument of a prompt is the person, who sees it.
    meanings: meanings.filter(({ kind }) => kind === 'hidden' || kind === 'instructions'),
  }
}

/** A prompt in the form in which definitions of tools are compared: its arguments as properties. */
function asTool(text: string): Tool | null {
  const json = parseJson(text)
  const { success, data } = promptSchema.safeParse(
    json.ok && isObject(json.value) ? json.value : {},
  )
  if (!success) return null
  const { name, title, description, arguments: taken = [] } = data
  return {
    name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        taken.map((one) => [
          one.name,
          { title: one.title ?? '', description: one.description ?? '' },
        ]),
      ),
      required: taken.filter(({ required }) => required === true).map((one) => one.name),
    },
  }
}
