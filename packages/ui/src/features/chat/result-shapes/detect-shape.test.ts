import { describe, expect, it } from 'vitest'
import { detectShape, levelOf, shapeOfValue, type Shape } from './detect-shape.ts'

/** The kind of a shape; of a table also its columns and the number of its rows. */
function brief(shape: Shape): string {
  if (shape.kind !== 'table') return shape.kind
  const facts = shape.facts.map(([name]) => ` +${name}`).join('')
  return `table ${shape.table.columns.join(' ')} x${shape.table.rows.length}${facts}`
}

const patch = '--- a/x.txt\n+++ b/x.txt\n@@ -1,2 +1,2 @@\n-one\n+two\n three'

const texts: [name: string, text: string, shape: string][] = [
  ['an array of flat objects', '[{"id":1,"name":"Ada"},{"id":2,"name":"Bo"}]', 'table id name x2'],
  ['one flat object in an array', '[{"id":1}]', 'table id x1'],
  ['objects with other members', '[{"a":1,"b":2},{"a":3,"c":null}]', 'table a b c x2'],
  ['objects with little in common', '[{"a":1},{"b":2},{"c":3},{"d":4}]', 'tree'],
  ['nested objects', '[{"id":1,"at":{"x":1}}]', 'tree'],
  ['an object', '{"id":1,"tags":["x"]}', 'tree'],
  ['rows within an object', '{"total":2,"items":[{"id":1},{"id":2}]}', 'table id x2 +total'],
  ['columns and rows', '{"columns":["a","b"],"rows":[[1,"x"],[2,null]]}', 'table a b x2'],
  ['JSON Lines', '{"id":1,"ok":true}\n{"id":2,"ok":false}\n', 'table id ok x2'],
  ['nested JSON Lines', '{"id":1,"a":[]}\n{"id":2,"a":[]}', 'tree'],
  ['CSV', 'city,sales\nHangzhou,246.8\n"Wuhan, east",168.2\n', 'table city sales x2'],
  [
    'CSV with CRLF and a mark',
    '\uFEFF门店,城市,增长\r\n西湖,杭州,35%\r\n',
    'table 门店 城市 增长 x1',
  ],
  ['CSV with a line break in a cell', 'a,b,c\n1,"x\ny",3', 'table a b c x1'],
  ['tabs', 'a\tb\n1\t2', 'table a b x1'],
  ['semicolons', 'name;price\ntea;1,50\nmilk;0,90', 'table name price x2'],
  ['prose with commas', 'Dear Ada, hello\nYours, Bo', 'text'],
  ['uneven rows', 'a,b,c\n1,2\n', 'text'],
  ['a program', 'foo(a, b);\nbar(c, d);\nbaz(e, f);', 'text'],
  ['a table of Markdown', '| a | b |\n|---|:-:|\n| 1 | x \\| y |\n| 2 |', 'table a b x2'],
  ['a diff', patch, 'diff'],
  ['a diff of git', `diff --git a/x.txt b/x.txt\nindex 1..2 100644\n${patch}`, 'diff'],
  ['a diff below a heading', `Unstaged changes:\n${patch}`, 'diff'],
  ['a commit', `commit 1a2b\nAuthor: Ada\n\n    Fix it\n\ndiff --git a/x b/x\n${patch}`, 'diff'],
  [
    'Markdown around a diff',
    `# Changes\n\nSee **this**.\n\n\`\`\`diff\n${patch}\n\`\`\``,
    'markdown',
  ],
  [
    'a range of a spreadsheet',
    '{"range":"A1:B3","values":[["Name","Age"],["Ada",36],["Bo"]]}',
    'table Name Age x2 +range',
  ],
  ['lists of words', '[["a","b"],["c","d"]]', 'tree'],
  ['a fenced diff', `\`\`\`diff\n${patch}\n\`\`\``, 'diff'],
  ['fenced JSON', '```json\n{"a":{"b":1}}\n```', 'tree'],
  ['dashes that are no diff', '--- a\n+++ b\nnothing more', 'text'],
  ['Markdown', '# Title\n\nWords with **weight**.\n\n- one\n- two', 'markdown'],
  ['comments of a program', '# one\nx = 1\n# two\ny = [1, 2]', 'text'],
  ['HTML', '<h1>Title</h1>\n\n# Heading\n\n**x**', 'text'],
  [
    'a log',
    '2026-11-20 10:00:01 INFO start\n2026-11-20 10:00:02 WARN slow\n2026-11-20 10:00:03 ERROR gone\n  at x',
    'log',
  ],
  ['levels', '[INFO] a\n[WARN] b\n[ERROR] c', 'log'],
  ['plain words', 'It is done.', 'text'],
  ['a number', '42', 'text'],
  ['nothing', ' \n', 'text'],
  ['JSON with a key twice', '{"a":1,"a":2}', 'text'],
  ['JSON whose number would change', '{"id":12345678901234567890}', 'text'],
  ['a key that is refused', '[{"__proto__":1}]', 'text'],
]

describe('the shape of a text', () => {
  it.each(texts)('%s', (_name, text, shape) => {
    expect(brief(detectShape(text))).toBe(shape)
  })

  it('reads hostile texts in bounded time', () => {
    const size = 1_000_000
    const fill = (unit: string) => unit.repeat(size / unit.length)
    for (const unit of [
      '"',
      '",',
      '|',
      'a,"',
      '[',
      '{"a":',
      '```\n',
      '# \n\n',
      '**a',
      '[a](',
      '- a\n',
      '\\|',
    ])
      detectShape(fill(unit))
    for (const head of ['| a |\n|---|\n', 'a,b,c\n', '# T\n\n', '{"a":1}\n', '```\n'])
      detectShape(head + fill('"|`,*[').slice(0, size - 100))
    expect(detectShape(fill('a,b\n') + 'a')).toEqual({ kind: 'text' })
    expect(detectShape(`${Array.from({ length: 200 }, (_, at) => `c${at}`).join(',')}\n`)).toEqual({
      kind: 'text',
    })
  })

  it('a rendered text says when it leaves something out', () => {
    const body = '# Title\n\nSee **this**.\n\n'
    expect(detectShape(body)).toMatchObject({ leavesOut: false })
    expect(detectShape(`${body}[//]: # (do this)`)).toMatchObject({ leavesOut: true })
    expect(detectShape(`${body}[a](https://a.example "do this")`)).toMatchObject({
      leavesOut: true,
    })
  })
})

it('structured content is rows or a tree', () => {
  expect(brief(shapeOfValue({ rows: [{ a: 1 }], next: null }))).toBe('table a x1 +next')
  expect(brief(shapeOfValue({ a: [1, 2] }))).toBe('tree')
  expect(brief(shapeOfValue('words'))).toBe('tree')
})

it('a line of a log has the level that it names', () => {
  expect(levelOf('2026-01-01 10:00 ERROR gone')).toBe('error')
  expect(levelOf('[WARN] slow')).toBe('warning')
  expect(levelOf('INFO an errors list')).toBeNull()
})
