/* What the servers of a chat offer to be attached, and which of it fits what is typed. */
import {
  displayName,
  type Prompt,
  type Resource,
  type ResourceTemplate,
  type ServerView,
} from '@gatehouse/domain'
import { Braces, FileText, Image, MessageSquareText, Music } from 'lucide-react'
import { type IconType, type PaletteGroup, type PaletteItem } from '../../../kit/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'

/** One thing that a server offers. Its names and texts are the server's: untrusted. */
export type AttachableItem =
  | { kind: 'prompt'; server: ServerView; prompt: Prompt }
  | { kind: 'resource'; server: ServerView; resource: Resource }
  | { kind: 'template'; server: ServerView; template: ResourceTemplate }

/** Characters of a name, an address and a description that one line may need. */
const SHOWN = { label: 100, detail: 120, description: 160 }

/** The name by which a server knows it. */
export function attachableName(item: AttachableItem): string {
  switch (item.kind) {
    case 'prompt':
      return item.prompt.name
    case 'resource':
      return item.resource.uri
    case 'template':
      return item.template.uriTemplate
  }
}

/** Returns the item's title, in the server's words. */
export function attachableTitle(item: AttachableItem): string {
  switch (item.kind) {
    case 'prompt':
      return displayName(item.prompt)
    case 'resource':
      return displayName(item.resource)
    case 'template':
      return displayName(item.template)
  }
}

/** Returns the icon of a media type, as its server declares it. */
function mediaIcon(mimeType = ''): IconType {
  if (mimeType.startsWith('image/')) return Image
  return mimeType.startsWith('audio/') ? Music : FileText
}

function iconOf(item: AttachableItem): IconType {
  switch (item.kind) {
    case 'prompt':
      return MessageSquareText
    case 'resource':
      return mediaIcon(item.resource.mimeType)
    case 'template':
      return Braces
  }
}

function describe(item: AttachableItem): string {
  switch (item.kind) {
    case 'prompt':
      return item.prompt.description ?? ''
    case 'resource':
      return item.resource.description ?? ''
    case 'template':
      return item.template.description ?? ''
  }
}

/** The items of each server as a group of rows; a server that lists a name twice has one row of it. */
export function attachableGroups(
  lists: readonly (readonly AttachableItem[])[],
  choose: (item: AttachableItem) => void,
): PaletteGroup[] {
  return lists.flatMap((items) => {
    const byName = new Map(items.map((item) => [`${item.kind} ${attachableName(item)}`, item]))
    const [first] = items
    if (!first) return []
    const rows = [...byName].map(([key, item]) => rowOf(key, item, choose))
    return [{ label: first.server.config.name, items: rows }]
  })
}

function rowOf(
  key: string,
  item: AttachableItem,
  choose: (item: AttachableItem) => void,
): PaletteItem {
  const { config } = item.server
  const [name, title, text] = [attachableName(item), attachableTitle(item), describe(item)]
  const detail = item.kind === 'prompt' ? `/${name}` : name
  return {
    id: `${config.id} ${key}`,
    label: oneLine(title, SHOWN.label),
    detail: oneLine(detail, SHOWN.detail),
    description: oneLine(text, SHOWN.description),
    keywords: `${name} ${config.name} ${text}`,
    icon: iconOf(item),
    hue: config.hue,
    onSelect: () => choose(item),
  }
}
