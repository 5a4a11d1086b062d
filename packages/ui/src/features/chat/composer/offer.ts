/* What the servers of a chat offer to be attached, and which of it fits what is typed. */
import type { Prompt, Resource, ResourceTemplate, ServerView } from '@gatehouse/domain'
import { Braces, FileText, Image, MessageSquareText, Music } from 'lucide-react'
import {
  matchesPaletteQuery,
  rankGroups,
  type IconType,
  type PaletteGroup,
  type PaletteItem,
} from '../../../kit/index.ts'
import { oneLine } from '../../../lib/one-line.ts'

/** One thing that a server offers. Its names and texts are the server's: untrusted. */
export type Offer =
  | { kind: 'prompt'; server: ServerView; prompt: Prompt }
  | { kind: 'resource'; server: ServerView; resource: Resource }
  | { kind: 'template'; server: ServerView; template: ResourceTemplate }

/** Characters of a name, an address and a description that one line may need. */
const SHOWN = { label: 100, detail: 120, description: 160 }

/** The name by which a server knows it. */
export function offerName(offer: Offer): string {
  switch (offer.kind) {
    case 'prompt':
      return offer.prompt.name
    case 'resource':
      return offer.resource.uri
    case 'template':
      return offer.template.uriTemplate
  }
}

/** What it is called, in the server's words. */
export function offerTitle(offer: Offer): string {
  switch (offer.kind) {
    case 'prompt':
      return offer.prompt.title ?? offer.prompt.name
    case 'resource':
      return offer.resource.title ?? offer.resource.name
    case 'template':
      return offer.template.title ?? offer.template.name
  }
}

/** What goes with a type of media, told by its server. */
function mediaIcon(mimeType = ''): IconType {
  if (mimeType.startsWith('image/')) return Image
  return mimeType.startsWith('audio/') ? Music : FileText
}

function iconOf(offer: Offer): IconType {
  switch (offer.kind) {
    case 'prompt':
      return MessageSquareText
    case 'resource':
      return mediaIcon(offer.resource.mimeType)
    case 'template':
      return Braces
  }
}

function describe(offer: Offer): string {
  switch (offer.kind) {
    case 'prompt':
      return offer.prompt.description ?? ''
    case 'resource':
      return offer.resource.description ?? ''
    case 'template':
      return offer.template.description ?? ''
  }
}

/** The offers of each server as a group of rows; a server that lists a name twice has one row of it. */
export function offerGroups(
  lists: readonly (readonly Offer[])[],
  choose: (offer: Offer) => void,
): PaletteGroup[] {
  return lists.flatMap((offers) => {
    const byName = new Map(offers.map((offer) => [`${offer.kind} ${offerName(offer)}`, offer]))
    const [first] = offers
    if (!first) return []
    const items = [...byName].map(([key, offer]) => itemOf(key, offer, choose))
    return [{ label: first.server.config.name, items }]
  })
}

function itemOf(key: string, offer: Offer, choose: (offer: Offer) => void): PaletteItem {
  const { config } = offer.server
  const [name, title, text] = [offerName(offer), offerTitle(offer), describe(offer)]
  const detail = offer.kind === 'prompt' ? `/${name}` : name
  return {
    id: `${config.id} ${key}`,
    label: oneLine(title, SHOWN.label),
    detail: oneLine(detail, SHOWN.detail),
    description: oneLine(text, SHOWN.description),
    keywords: `${name} ${config.name} ${text}`,
    icon: iconOf(offer),
    hue: config.hue,
    onSelect: () => choose(offer),
  }
}

/** The rows that have every typed word; where none has, those that have the typed letters in their order. */
export function fittingGroups(groups: readonly PaletteGroup[], query: string): PaletteGroup[] {
  const keep = (fits: (item: PaletteItem) => boolean): PaletteGroup[] =>
    groups.flatMap(({ label, items }) => {
      const fitting = items.filter(fits)
      return fitting.length === 0 ? [] : [{ label, items: fitting }]
    })
  const exact = keep((item) => matchesPaletteQuery(item, query))
  if (exact.length > 0) return rankGroups(exact, query)
  const letters = query.toLowerCase()
  return keep(({ label, detail = '' }) => isSpelledIn(`${label} ${detail}`.toLowerCase(), letters))
}

/** Whether the letters occur in the text in this order, whatever stands between them. */
function isSpelledIn(text: string, letters: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + letter.length
    if (at < letter.length) return false
  }
  return true
}
