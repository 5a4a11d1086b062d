/* What is asked of main once something in a list was chosen. */
import type { OwnPrompt } from '@gatehouse/domain/chats'
import { expandTemplate } from '../../../lib/formats/uri-template.ts'
import { attachableTitle, type AttachableItem } from './attachable-item.ts'
import type { AttachRequest } from './use-attaching.ts'

/** An item that needs values before it can be attached. */
export type ItemWithArguments = Exclude<AttachableItem, { kind: 'resource' }>

/** Result of a choice: a request to attach at once, a form, a text of the person's own, or an act. */
export type Choice =
  | { kind: 'attach'; request: AttachRequest }
  | { kind: 'asks'; item: ItemWithArguments }
  | {
      kind: 'own'
      prompt: OwnPrompt
      variables: readonly string[]
      files: readonly AttachRequest[]
    }
  | { kind: 'act'; act: () => void }

export function choiceOf(item: AttachableItem): Choice {
  const asks =
    item.kind === 'template' || (item.kind === 'prompt' && (item.prompt.arguments ?? []).length > 0)
  return asks ? { kind: 'asks', item } : { kind: 'attach', request: attachRequest(item, {}) }
}

/** Returns the request that attaches an item with these values. */
export function attachRequest(item: AttachableItem, values: Record<string, string>): AttachRequest {
  const { id, name, hue } = item.server.config
  const facts = { serverId: id, serverName: name, serverHue: hue, title: attachableTitle(item) }
  switch (item.kind) {
    case 'prompt':
      return { ...facts, kind: 'prompt', name: item.prompt.name, arguments: values }
    case 'resource':
      return { ...facts, kind: 'resource', uri: item.resource.uri }
    case 'template':
      return { ...facts, kind: 'resource', uri: expandTemplate(item.template.uriTemplate, values) }
  }
}
