import { expect, test } from 'vitest'
import { parsePsLine, type ProcessEntry } from './process-table.ts'
import { processesOfTree } from './process-tree.ts'

function entry(pid: number, more: Partial<ProcessEntry> = {}): ProcessEntry {
  return { pid, parent: 1, group: pid, session: pid, startedAt: `s${pid}`, tag: undefined, ...more }
}

const root = { pid: 100, startedAt: 's100', tag: 'the-tag' }
const pids = (entries: ProcessEntry[]) => entries.map(({ pid }) => pid).sort((a, b) => a - b)

test('group, session, tag, control group, earlier sight and descendants all belong to a tree', () => {
  const table = [
    entry(100),
    entry(101, { group: 100 }),
    entry(102, { session: 100 }),
    entry(103, { tag: 'the-tag' }),
    entry(104),
    entry(105, { parent: 104 }),
    entry(106),
    entry(200),
    entry(201, { parent: 200, tag: 'another' }),
  ]
  const known = { seen: new Map([[104, 's104']]), inside: new Set([106]) }
  expect(pids(processesOfTree(root, table, known))).toEqual([100, 101, 102, 103, 104, 105, 106])
})

test('a process that only has the id of the root, or of one seen before, does not belong', () => {
  const table = [entry(100, { startedAt: 'later' }), entry(101, { group: 100 }), entry(104)]
  expect(
    processesOfTree(root, table, { seen: new Map([[104, 'earlier']]), inside: new Set() }),
  ).toEqual([])
})

test('lines of ps are read with their start time, zombies passed over', () => {
  expect(parsePsLine('  501     1   501 Ss   Sat Nov 21 08:14:02 2026    ')).toEqual([
    entry(501, { session: 0, startedAt: 'Sat Nov 21 08:14:02 2026' }),
  ])
  expect(parsePsLine('  502     1   501 Z    Sat Nov 21 08:14:02 2026')).toEqual([])
  expect(parsePsLine('')).toEqual([])
})

test('the tag is read from the environment that ps shows behind the command', () => {
  const line = '  501     1   501 Ss   Sat Nov 21 08:14:02 2026  /usr/bin/node x'
  const tagged = `${line} HOME=/Users/a GATEHOUSE_SERVER=0b2e-4f PATH=/bin`
  expect(parsePsLine(tagged)).toEqual([
    entry(501, { session: 0, startedAt: 'Sat Nov 21 08:14:02 2026', tag: '0b2e-4f' }),
  ])
  expect(parsePsLine(line)[0]?.tag).toBe(undefined)
})
