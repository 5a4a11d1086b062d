import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listOf } from './list-of-records.ts'
import { readRecords } from './read-records.ts'

const record = (id: string, affected: object[], more: object = {}) => ({
  id,
  modified: '2026-01-02T03:04:05Z',
  affected,
  ...more,
})
const npm = (name: string, more: object = {}) => ({ package: { ecosystem: 'npm', name }, ...more })
const semver = (...events: object[]) => ({ ranges: [{ type: 'SEMVER', events }] })

it('keeps versions and ranges of npm and PyPI, by normalised name, and the day of the newest record', () => {
  const list = listOf([
    record('MAL-1', [npm('b', { versions: ['1.0.1'] })]),
    record('MAL-2', [npm('a', semver({ introduced: '1.0.16' }))]),
    record('MAL-3', [
      npm(
        'a',
        semver(
          { introduced: '0' },
          { fixed: '0.2.0' },
          { introduced: '0.3.0' },
          { last_affected: '0.4.0' },
        ),
      ),
    ]),
    record('MAL-4', [{ package: { ecosystem: 'PyPI', name: 'Some_Snake' } }], {
      modified: '2026-03-04T00:00:00Z',
    }),
    record('MAL-5', [{ package: { ecosystem: 'RubyGems', name: 'gem' } }]),
    record('MAL-6', [npm('gone')], { withdrawn: '2026-01-03T00:00:00Z' }),
    record('GHSA-1', [npm('vulnerable')]),
    'no record',
  ])
  expect(list).toEqual({
    date: '2026-03-04',
    packages: {
      npm: {
        a: [
          { id: 'MAL-2', from: '1.0.16' },
          { id: 'MAL-3', from: '0', before: '0.2.0' },
          { id: 'MAL-3', from: '0.3.0', through: '0.4.0' },
        ],
        b: [{ id: 'MAL-1', versions: ['1.0.1'] }],
      },
      pypi: { 'some-snake': [{ id: 'MAL-4' }] },
    },
  })
  expect(Object.keys(list.packages.npm)).toEqual(['a', 'b'])
})

it('reads the records of a folder', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-osv-'))
  writeFileSync(join(folder, 'b.json'), '"b"')
  writeFileSync(join(folder, 'a.json'), '"a"')
  writeFileSync(join(folder, 'README.md'), '')
  const texts: string[] = []
  for await (const text of readRecords(folder)) texts.push(text)
  rmSync(folder, { recursive: true })
  expect(texts).toEqual(['"a"', '"b"'])
})
