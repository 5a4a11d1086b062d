import type { JsonObject } from '@gatehouse/domain'
import { objectOf, objectsOf, textOf } from './product-chat.ts'

const BEGIN = '\uE200'
/** A mark of ChatGPT, `\uE200cite\uE202turn0search3\uE201` in characters for private use, or the begin of one. */
const MARK = /\uE200(?:[^\uE200\uE201]{0,2000}\uE201)?/g
/** References of one message that are read, and sources of one mark. */
const MAX_REFERENCES = 500
const MAX_SOURCES = 5

/**
 * A text of ChatGPT without its marks: a mark becomes links to its sources where the export names them, and goes
 * otherwise. A link into ChatGPT's sandbox is no link: its words stay, with the path.
 */
export function withoutMarks(text: string, metadata: JsonObject): string {
  if (!text.includes(BEGIN)) return withoutSandboxLinks(text)
  const sources = new Map<string, string>()
  for (const reference of objectsOf(metadata['content_references']).slice(0, MAX_REFERENCES))
    sources.set(textOf(reference['matched_text']), linksOf(reference))
  return withoutSandboxLinks(text.replaceAll(MARK, (mark) => sources.get(mark) ?? ''))
}

function linksOf(reference: JsonObject): string {
  const links = objectsOf(reference['items'])
    .slice(0, MAX_SOURCES)
    .flatMap((item) => {
      const url = webAddress(textOf(objectOf(item)?.['url']))
      const title = textOf(item['title'])
        .replaceAll(/[[\]\\\s]+/g, ' ')
        .trim()
      return url === null ? [] : [`[${title || new URL(url).host}](<${url}>)`]
    })
  return links.length === 0 ? '' : ` (${links.join(', ')})`
}

function webAddress(text: string): string | null {
  try {
    return /^https?:\/\//.test(text) ? new URL(text).href : null
  } catch {
    return null
  }
}

const SANDBOX = /\[([^[\]\n]{1,200})\]\(sandbox:([^()\s]{1,400})\)/g

const withoutSandboxLinks = (text: string): string =>
  text.includes('](sandbox:') ? text.replaceAll(SANDBOX, '$1 (`$2`)') : text
