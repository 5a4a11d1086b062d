import { withoutInvisible } from '@gatehouse/domain/text'

/**
 * Turns of phrase that a tool's description rarely has and an order to a model often: each is words that
 * follow each other, with at most a few others between.
 */
const PHRASES: readonly string[] = [
  'ignore previous',
  'ignore above',
  'ignore all',
  'disregard previous',
  'disregard all',
  'forget previous',
  'override instructions',
  'do not tell',
  'do not mention',
  'do not inform',
  'do not show',
  'do not reveal',
  'do not ask user',
  'dont tell',
  'dont mention',
  'never tell',
  'never mention',
  'never reveal',
  'without telling',
  'without asking',
  'you must',
  'you should always',
  'always call',
  'always use this',
  'must be called first',
  'before using any',
  'before calling any',
  'before using this',
  'before calling this',
  'instead of calling',
  'instead call',
  'read contents of',
  'pass its content',
  'pass contents',
  'include contents',
  'system prompt',
  'hidden instructions',
  'private key',
  'id rsa',
  'mcp json',
]

/** Tags that set words apart for a model. */
const TAGS = ['<important', '<system', '<instruction', '<secret', '<hidden', '<assistant', '<|']

const CHINESE = [
  '忽略之前',
  '忽略以上',
  '忽略所有',
  '不要告诉',
  '不要提及',
  '不要向用户',
  '必须先调用',
  '必须先读取',
  '使用此工具之前',
  '调用此工具之前',
  '系统提示',
]

/** Words of others that may stand between two of a phrase. */
const MOST_BETWEEN = 4
/** Characters of a text that are searched. */
const MAX_TEXT = 64_000

/** The turns of phrase of a text that read like an order to a model, each as often as it is there. A help for a person, no fence. */
export function findInjectionPhrases(text: string): readonly string[] {
  // What no one sees may part the letters of a word.
  const seen = withoutInvisible(text.slice(0, MAX_TEXT).replaceAll(/[\t\r\n]/g, ' '))
  const looked = seen.normalize('NFKC').toLowerCase()
  const plain = looked.replaceAll(/['’]/g, '')
  const words = plain.split(/[^\p{L}\p{N}]+/u)
  return [
    ...PHRASES.flatMap((phrase) => repeated(phrase, occurrences(phrase.split(' '), words))),
    ...[...TAGS, ...CHINESE].flatMap((mark) => repeated(mark, looked.split(mark).length - 1)),
  ]
}

const repeated = (found: string, count: number): string[] =>
  Array.from({ length: count }, () => found)

function occurrences(phrase: readonly string[], words: readonly string[]): number {
  let count = 0
  for (let at = 0; at < words.length; at += 1)
    if (words[at] === phrase[0] && follows(phrase, words, at)) count += 1
  return count
}

function follows(phrase: readonly string[], words: readonly string[], from: number): boolean {
  let at = from
  for (const wanted of phrase.slice(1)) {
    const next = words.slice(at + 1, at + 2 + MOST_BETWEEN).indexOf(wanted)
    if (next < 0) return false
    at += next + 1
  }
  return true
}
