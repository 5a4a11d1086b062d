import { describe, expect, it } from 'vitest'
import { areLookalikes, codePointName, firstInvisible } from './name-check.ts'
import { serverDraftSchema } from '../servers/server-draft.ts'

const draftNamed = (name: string) =>
  serverDraftSchema.safeParse({
    name,
    transport: { kind: 'stdio', command: 'node', args: [], env: [] },
  })

describe('characters of a name that nobody sees', () => {
  /**
   * @threat shown.unseen-name
   * @attacker configuration
   * @tries Names a server github + U+200B, so that its cards say "github".
   * @stoppedBy Names with characters that cannot be seen are refused in drafts and imports; where such a name is stored
   * already, every place draws the character by its code point.
   */
  it.each([
    ['zero width space', 'github\u200B', 'U+200B'],
    ['zero width joiner', 'git\u200Dhub', 'U+200D'],
    ['right-to-left override', '\u202Ebuhtig', 'U+202E'],
    ['variation selector', 'github\uFE0F', 'U+FE0F'],
    ['variation selector of the supplement', 'github\u{E0100}', 'U+E0100'],
    ['tag letter', 'github\u{E0061}', 'U+E0061'],
    ['Hangul filler', 'github\u3164', 'U+3164'],
    ['blank Braille', 'github\u2800x', 'U+2800'],
    ['no-break space', 'git\u00A0hub', 'U+00A0'],
    ['soft hyphen', 'git\u00ADhub', 'U+00AD'],
    ['newline', 'github\nlocal', 'U+000A'],
    ['lone surrogate', 'github\uD800x', 'U+D800'],
  ])('%s: is refused in a draft, by its code point', (_, name, code) => {
    expect(codePointName(firstInvisible(name) ?? 0)).toBe(code)
    const parsed = draftNamed(name)
    expect(parsed.success).toBe(false)
    const named = code === 'U+D800' ? 'a lone surrogate' : code
    expect(parsed.error?.issues[0]?.message).toContain(named)
  })

  it.each(['github', 'GitHub (work)', '文件系统', 'Документы', 'ملفات', 'वेब', '🐙 octo', 'café'])(
    'takes %s',
    (name) => expect(draftNamed(name).success).toBe(true),
  )
})

describe('names that a person could take for each other', () => {
  /**
   * @threat shown.lookalike-name
   * @attacker configuration
   * @tries Names a server with letters of another alphabet that look like those of a server that is trusted.
   * @stoppedBy Names are compared as they look (UTS #39), in drafts and imports; a lookalike is refused in words that
   * name the other server.
   * @remains Characters that look alike without either looking like ASCII, and names that only remind of each other,
   * are not compared.
   */
  it.each([
    ['github', 'gіthub'],
    ['github', 'ɡithub'],
    ['GitHub', 'github'],
    ['github', 'gith\u028Bb'.replace('\u028B', '\u057D')],
    ['github', 'github\u200B'],
    ['github', 'gíthub'],
    ['github', 'ｇｉｔｈｕｂ'],
    ['files', 'fi1es'],
    ['files', 'fiIes'],
    ['files', 'ﬁles'],
    ['google', 'g00gle'],
    ['modern', 'modem'],
    ['my files', 'my  files'],
    ['my files', 'my\u3000files'],
    ['payments', 'рауments'],
    ['file-server', 'file‐server'],
  ])('%s and %s', (one, other) => {
    expect(areLookalikes(one, other)).toBe(true)
    expect(areLookalikes(other, one)).toBe(true)
  })

  it.each([
    ['github', 'gitlab'],
    ['files', 'files 2'],
    ['文件', '文档'],
    ['か', 'が'],
    ['Документы', 'Документ'],
    ['work', 'Work files'],
  ])('not %s and %s', (one, other) => expect(areLookalikes(one, other)).toBe(false))
})
