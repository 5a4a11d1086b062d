import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { DocumentToRead } from '@gatehouse/host/ports'
import { describe, expect, it } from 'vitest'
import { ReadingProblem } from './document-error.ts'
import { readDocument } from './read-document.ts'
import { zipOf } from './testing/zip-bytes.ts'

const pdfJs = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const characterMaps = join(dirname(pdfJs), 'cmaps')
const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url))))
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const documents = { read: (document: DocumentToRead) => readDocument(document, { characterMaps }) }

async function problemOf(document: DocumentToRead): Promise<string> {
  try {
    return `read: ${(await documents.read(document)).text}`
  } catch (error) {
    if (error instanceof ReadingProblem) return error.problem
    throw error
  }
}

const STORES = '| 西湖湖滨店 | 182.4 | 246.8 |'
const MERGED = String.raw`| merged |  | a \| b |`

describe('a document becomes text with its structure', () => {
  it.each([
    [
      'report.docx',
      [
        '# 季度报告',
        '## Stores',
        '- West Lake',
        '  - New counter',
        '2. Second',
        STORES,
        MERGED,
        'The end.',
      ],
    ],
    [
      'report.odt',
      ['# 季度报告', '## Stores', '- West Lake', '  - New counter', STORES, MERGED, 'The end.'],
    ],
    ['report.rtf', ['# 季度报告', '## Stores', 'West Lake', STORES, 'The end.']],
    ['report.epub', ['# Chapter 1', '季度报告', STORES, 'The end.']],
    ['report.pdf', ['# Page 1', '## 季度报告', '## Stores', '西湖湖滨店 182.4 246.8', 'The end.']],
    [
      'sales.xlsx',
      [
        '# Sheet "门店" (A1:E3)',
        '| 西湖湖滨店 | 2019-05-06 | 182.4 | 246.8 | 35.3% |',
        '| 天府三街店 |  | 151 | 191.6 |  |',
        String.raw`| rent \| light | 12 |`,
        '(This sheet has no values.)',
      ],
    ],
    [
      'sales.ods',
      [
        '# Sheet "门店" (A1:E3)',
        '| 西湖湖滨店 | 2019-05-06 | 182.4 | 246.8 | 35.3% |',
        '| 天府三街店 |  | 151 | 191.6 |  |',
      ],
    ],
    [
      'slides.pptx',
      ['# Slide 1', '增长 Growth', 'West Lake leads', 'Notes: Say it slowly.', '# Slide 2'],
    ],
    ['slides.odp', ['# Slide 1', '- West Lake leads', 'Notes: Say it slowly.', '# Slide 2']],
    ['slides.pdf', ['# Page 1', 'West Lake leads', '# Page 2', 'Next steps']],
  ])('%s', async (name, lines) => {
    const ending = name.slice(name.lastIndexOf('.') + 1)
    const container = ending === 'pdf' || ending === 'rtf' ? ending : 'zip'
    const read = await documents.read({ container, bytes: fixture(name) })
    expect(read.format).toBe(ending)
    for (const line of lines) expect(read.text).toContain(line)
  })

  it('of the sheets, slides and pages that are chosen', async () => {
    const ranges = [{ from: 2, to: 2 }]
    const sheets = await documents.read({ container: 'zip', bytes: fixture('sales.xlsx'), ranges })
    expect(sheets).toMatchObject({ unit: 'sheet', count: 3, names: ['门店', 'Costs', 'Empty'] })
    expect(sheets.text).toMatch(/^# Sheet "Costs"/)
    expect(sheets.text).not.toMatch(/门店|Empty/)
    for (const [container, name] of [
      ['zip', 'slides.pptx'],
      ['zip', 'slides.odp'],
      ['pdf', 'slides.pdf'],
    ] as const) {
      const read = await documents.read({ container, bytes: fixture(name), ranges })
      expect(read.count).toBe(2)
      expect(read.text).toContain('Next steps')
      expect(read.text).not.toContain('Growth')
    }
  })

  it('a page without text says so', async () => {
    const read = await documents.read({ container: 'pdf', bytes: fixture('scan.pdf') })
    expect(read.text).toContain('(This page has no text.)')
    expect(read.gaps).toEqual([{ kind: 'pages-without-text', count: 1 }])
  })

  it('a message with its headers and the names of what is attached', async () => {
    const mail = `From: Ada <ada@example.com>\r\nTo: bob@example.com\r\nSubject: =?utf-8?B?5oql5ZGK?=\r\nDate: Fri, 27 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Look<script>alert(1)</script></p>\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=q.pdf\r\n\r\n%PDF-secret\r\n--b--\r\n`
    const { text: read, gaps } = await documents.read({ container: 'eml', bytes: text(mail) })
    expect(read).toContain('From: Ada <ada@example.com>\nTo: bob@example.com')
    expect(read).toContain('Subject: 报告')
    expect(read).toContain('Look')
    expect(read).toContain('[Attachment, not read: "q.pdf", application/pdf')
    expect(read).not.toMatch(/alert|secret/)
    expect(gaps).toEqual([{ kind: 'attachments', count: 1 }])
  })

  it('a notebook with its cells and the texts of their outputs', async () => {
    const cells = [
      { cell_type: 'markdown', source: ['# Plot\n', 'It grows.'] },
      {
        cell_type: 'code',
        source: 'print(1)',
        outputs: [
          { output_type: 'stream', text: ['1\n'] },
          {
            output_type: 'display_data',
            data: { 'image/png': 'AAAA', 'text/plain': ['<Figure>'] },
          },
          { output_type: 'error', ename: 'E', evalue: 'x', traceback: ['\u001b[31mE: x\u001b[0m'] },
        ],
      },
    ]
    const notebook = { cells, metadata: { kernelspec: { language: 'python' } }, nbformat: 4 }
    const read = await documents.read({ container: 'ipynb', bytes: text(JSON.stringify(notebook)) })
    expect(read.text).toBe(
      '# Plot\nIt grows.\n\n[Cell 2]\n\n```python\nprint(1)\n```\n\nOutput:\n\n```\n1\n```\n\nOutput:\n\n```\n<Figure>\n```\n\nOutput:\n\n```\nE: x\n```',
    )
    expect(read.gaps).toEqual([{ kind: 'pictures', count: 1 }])
  })

  it('a page without what runs in it', async () => {
    const page =
      '<head><title>T</title><style>x{}</style></head><h2>Head</h2><p>one<br>two <a href="https://e.example/">there</a> <a href="javascript:x()">here</a></p><script>bad()</script><table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>'
    const read = await documents.read({ container: 'html', bytes: text(page) })
    expect(read.text).toBe(
      '# T\n\n## Head\n\none\ntwo there (https://e.example/) here\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |',
    )
  })
})

describe('a hostile, damaged or locked document is refused by what it is', () => {
  const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const docx = (xml: string): Uint8Array => zipOf({ 'word/document.xml': text(xml) })

  it.each<[string, () => DocumentToRead, string]>([
    [
      'a PDF with a password',
      () => ({ container: 'pdf', bytes: fixture('password.pdf') }),
      'needs-password',
    ],
    [
      'an encrypted Office document',
      () => ({
        container: 'compound',
        bytes: Uint8Array.from(Buffer.from('EncryptedPackage', 'utf16le')),
      }),
      'needs-password',
    ],
    [
      'a document of Office 97',
      () => ({ container: 'compound', bytes: text('Workbook') }),
      'old-office',
    ],
    [
      'an encrypted OpenDocument',
      () => ({
        container: 'zip',
        bytes: zipOf({
          mimetype: text('application/vnd.oasis.opendocument.text'),
          'META-INF/manifest.xml': text('<manifest:encryption-data/>'),
        }),
      }),
      'needs-password',
    ],
    ['an archive', () => ({ container: 'zip', bytes: zipOf({ 'a.txt': text('x') }) }), 'archive'],
    [
      'an archive in an archive',
      () => ({ container: 'zip', bytes: zipOf({ 'inner.docx': fixture('report.docx') }) }),
      'archive',
    ],
    [
      'half an archive',
      () => ({ container: 'zip', bytes: fixture('report.docx').slice(0, 3000) }),
      'damaged',
    ],
    ['half a PDF', () => ({ container: 'pdf', bytes: text('%PDF-1.4\n1 0 obj\n<<') }), 'damaged'],
    [
      'a workbook without sheets',
      () => ({ container: 'zip', bytes: zipOf({ 'xl/workbook.xml': text('<workbook/>') }) }),
      'damaged',
    ],
  ])('%s', async (_name, document, code) => {
    expect(await problemOf(document())).toBe(code)
  })

  /**
   * @threat attachments.hostile-document
   * @attacker file
   * @tries To be a document that runs code, unpacks to gigabytes, declares entities without end, or loops, in whoever
   * reads it.
   * @stoppedBy Each document is read in a process of its own, which is ended after it, for its time and for its memory;
   * what it unpacks to is counted, no entity is declared, no macro or script runs, and its answer is parsed.
   * @remains The process has no sandbox of the system: code that breaks out of its engine acts as the person, without
   * the data of main.
   */
  it('unpacks an archive no further than its limit', async () => {
    const bytes = zipOf({ 'word/document.xml': new Uint8Array(120_000_000) })
    expect(bytes.byteLength).toBeLessThan(200_000)
    expect(await problemOf({ container: 'zip', bytes })).toBe('too-large')
  })

  /** @threat attachments.hostile-document */
  it('declares no entities, and reads none from elsewhere', async () => {
    const laughs = Array.from(
      { length: 9 },
      (_none, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    )
    const entities = `<!DOCTYPE x [<!ENTITY l0 "ha">${laughs.join('')}<!ENTITY e SYSTEM "file:///etc/passwd">]>`
    const word = `${entities}<w:document xmlns:w="${WORD}"><w:body><w:p><w:r><w:t>a&l9;&e;b</w:t></w:r></w:p></w:body></w:document>`
    const sheet = `${entities}<worksheet><row r="1"><c r="A1" t="inlineStr"><is><t>a&l9;&e;b</t></is></c></row></worksheet>`
    const book = zipOf({
      'xl/workbook.xml': text('<workbook><sheets><sheet name="S" r:id="r"/></sheets></workbook>'),
      'xl/_rels/workbook.xml.rels': text(
        '<Relationships><Relationship Id="r" Target="s.xml"/></Relationships>',
      ),
      'xl/s.xml': text(sheet),
    })
    for (const bytes of [docx(word), book]) {
      const read = await problemOf({ container: 'zip', bytes })
      expect(read.length).toBeLessThan(200)
      expect(read).not.toMatch(/haha|root:/)
    }
  })

  /** @threat attachments.hostile-document */
  it('ends where its pages or cells have no end', async () => {
    const pages =
      '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Kids[2 0 R 2 0 R]/Count 3>>\nendobj\ntrailer\n<</Root 1 0 R>>\n%%EOF'
    expect(await problemOf({ container: 'pdf', bytes: text(pages) })).toContain('has no text')
    const cells = `<table:table table:name="S"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`
    const bytes = zipOf({
      mimetype: text('application/vnd.oasis.opendocument.spreadsheet'),
      'content.xml': text(cells),
    })
    const read = await documents.read({ container: 'zip', bytes })
    expect(read.text.length).toBeLessThanOrEqual(2_000_000)
    expect(read.gaps).toEqual([{ kind: 'cut', count: 1 }])
  })
})
