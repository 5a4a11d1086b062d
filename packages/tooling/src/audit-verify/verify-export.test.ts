import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verifyExport } from './verify-export.ts'

const verify = (lines: readonly string[]) => verifyExport(Readable.from([`${lines.join('\n')}\n`]))

/** Of 30 records; with a cut, and how many of its records are there still, of 31. */
function exported(cut?: { left: number; change?: object }) {
  const written: string[] = []
  const hashes = ['']
  for (let record = 1; record <= (cut ? 31 : 30); record += 1) {
    const previous = hashes[record - 1] ?? ''
    const what =
      record === 31
        ? {
            kind: 'record-cut',
            cut: {
              first: 1,
              through: 12,
              previous: '',
              head: hashes[12],
              fault: null,
              ...cut?.change,
            },
          }
        : { subject: `完成\u2028 ${record} "\\` }
    const entry = JSON.stringify({ id: `r${record}`, ...what })
    const hash = createHash('sha256').update(`${previous}\n${entry}`).digest('hex')
    hashes.push(hash)
    if (!cut || record > 12 || record <= cut.left)
      written.push(
        `{"record":${record},"previous":"${previous}","hash":"${hash}","entry":${entry}}`,
      )
  }
  return [...written, `{"records":${written.length},"head":"${hashes.at(-1)}"}`]
}

const lines = exported()

it('an export as it was written is whole', async () => {
  expect(await verify(lines)).toMatchObject({ records: 30, unchained: 0, faults: [] })
})

it('an export is whole where a cut says what was deleted, all of it or the last of it', async () => {
  for (const left of [0, 1, 5, 12])
    expect(await verify(exported({ left }))).toMatchObject({ deleted: 12, faults: [] })
  const [first = '', ...others] = exported({ left: 0 })
  expect((await verify(others)).faults).toHaveLength(1)
  expect((await verify(exported().slice(12))).faults).toHaveLength(1)
  for (const change of [{ through: 11 }, { through: 13 }, { head: '0'.repeat(64) }])
    expect((await verify(exported({ left: 0, change }))).faults).toHaveLength(1)
  for (const change of [{ first: 6 }, { through: 14 }])
    expect((await verify(exported({ left: 5, change }))).faults).toHaveLength(1)
  const fault = { kind: 'changed', record: 7, at: null }
  expect((await verify([first, ...others])).faults).toEqual([])
  expect((await verify(exported({ left: 0, change: { fault } }))).faults).toEqual([
    'Entry 7, or one before it, was changed or missing when it was deleted as old.',
  ])
})

/** That no damage of any line goes unseen. */
async function expectNoDamage(written: readonly string[]): Promise<void> {
  const line = fc.nat({ max: written.length - 1 })
  await fc.assert(
    fc.asyncProperty(line, line, fc.nat(), async (one, other, place) => {
      const text = written[one] ?? ''
      const at = place % text.length
      const flipped = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`
      expect((await verify(written.with(one, flipped))).faults).toHaveLength(1)
      expect((await verify(written.toSpliced(one, 1))).faults).toHaveLength(1)
      const swapped = written.with(one, written[other] ?? '').with(other, text)
      expect((await verify(swapped)).faults).toHaveLength(one === other ? 0 : 1)
    }),
    { numRuns: 200 },
  )
}

/** @threat record.rewritten */
it('an export with one character changed, one line less or another order is refused', async () => {
  await expectNoDamage(lines)
})

it('so is one after a cut, and one that was made in the middle of it', async () => {
  await expectNoDamage(exported({ left: 0 }))
  await expectNoDamage(exported({ left: 5 }))
})

it('a file that is empty, cut off, or something else is no whole export', async () => {
  for (const other of [[], lines.slice(0, -1), [...lines, '{}'], ['{"record":1}'], ['', ...lines]])
    expect((await verify(other)).faults).toHaveLength(1)
})
