/** Scripts written without spaces: their words are found by each two characters that follow each other. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const LETTER = /[\p{L}\p{N}\p{Co}]/u
const UPPER = /\p{Lu}/u

/** Characters of one word that are compared. */
const MAX_WORD = 40

/** Words that say nothing of what is looked for. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do for from how i in into is it its me my of on or that the this to tool tools use want which with you your'.split(
    ' ',
  ),
)

/**
 * The words of a text by which tools are found: `createIssue`, `create_issue` and “creating issues” have
 * the same ones. A row of Chinese or Japanese gives each pair of its characters.
 */
export function tokenizeToolText(text: string): string[] {
  const words: string[] = []
  let word = ''
  let row = ''
  let previous = ''
  const end = (): void => {
    if (word !== '') addWord(words, word)
    if (row !== '') addPairs(words, row)
    word = ''
    row = ''
  }
  for (const character of text) {
    if (UNSPACED.test(character)) {
      if (word !== '') end()
      row += character
    } else if (LETTER.test(character)) {
      const begins = UPPER.test(character) && previous !== '' && !UPPER.test(previous)
      if (row !== '' || begins) end()
      word += character
    } else end()
    previous = character
  }
  end()
  return words
}

function addWord(words: string[], word: string): void {
  const lower = word.toLowerCase().slice(0, MAX_WORD)
  if (!STOP_WORDS.has(lower)) words.push(stem(lower))
}

function addPairs(words: string[], row: string): void {
  const characters = Array.from(row)
  if (characters.length === 1) words.push(row)
  for (let at = 1; at < characters.length; at += 1)
    words.push(`${characters[at - 1]}${characters[at]}`)
}

/** A word without the endings of English that make no other word of it. */
function stem(word: string): string {
  const bare = withoutPlural(word)
  for (const ending of ['ing', 'ed', 'e'])
    if (bare.endsWith(ending) && bare.length - ending.length > 2)
      return withoutDouble(bare.slice(0, -ending.length))
  return bare
}

function withoutPlural(word: string): string {
  if (word.length <= 3 || !word.endsWith('s')) return word
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`
  return word.endsWith('ss') || word.endsWith('us') ? word : word.slice(0, -1)
}

/** `runn` of “running” as `run`. */
function withoutDouble(word: string): string {
  const last = word.at(-1)
  return last !== undefined && word.at(-2) === last && !'lsz'.includes(last)
    ? word.slice(0, -1)
    : word
}
