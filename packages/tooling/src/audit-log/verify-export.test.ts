import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verifyExport } from './verify-export.ts'

const verify = (lines: readonly string[]) => verifyExport(Readable.from([`${lines.join('\n')}\n`]))

/** An export of 30 records. */
function exported() {
  const lines = []
  let previous = ''
  for (let record = 1; record <= 30; record += 1) {
    const entry = JSON.stringify({ id: `r${record}`, subject: `完成\u2028 ${record} "\\` })
    const hash = createHash('sha256').update(`${previous}\n${entry}`).digest('hex')
    lines.push(`{"record":${record},"previous":"${previous}","hash":"${hash}","entry":${entry}}`)
    previous = hash
  }
  return [...lines, `{"records":30,"head":"${previous}"}`]
}

const lines = exported()

it('an export as it was written is whole', async () => {
  expect(await verify(lines)).toMatchObject({ records: 30, unchained: 0, faults: [] })
})

it('an export with one character changed, one line less or another order is refused', async () => {
  const line = fc.nat({ max: lines.length - 1 })
  await fc.assert(
    fc.asyncProperty(line, line, fc.nat(), async (one, other, place) => {
      const text = lines[one] ?? ''
      const at = place % text.length
      const flipped = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`
      expect((await verify(lines.with(one, flipped))).faults).toHaveLength(1)
      expect((await verify(lines.toSpliced(one, 1))).faults).toHaveLength(1)
      const swapped = lines.with(one, lines[other] ?? '').with(other, text)
      expect((await verify(swapped)).faults).toHaveLength(one === other ? 0 : 1)
    }),
    { numRuns: 200 },
  )
})

it('a file that is empty, cut off, or something else is no whole export', async () => {
  for (const other of [[], lines.slice(0, -1), [...lines, '{}'], ['{"record":1}'], ['', ...lines]])
    expect((await verify(other)).faults).toHaveLength(1)
})
