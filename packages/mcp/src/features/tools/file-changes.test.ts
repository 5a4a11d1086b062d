import { NEVER_ABORTED } from '@gatehouse/base'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@gatehouse/domain'
import { applyFileChange, fileChangeOf } from '@gatehouse/domain/chats'
import type { Connection } from '@gatehouse/host/ports'
import { serverFilesystemPath } from '@gatehouse/testkit'
import { proves } from '@gatehouse/testkit/proves'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  createTestBench,
  stdioTarget,
  type TestBench,
} from '../../../checks/testing/recorded-connection.ts'

const signal = NEVER_ABORTED
let bench: TestBench
let connection: Connection
let path: string

beforeAll(async () => {
  bench = await createTestBench({ headStartMs: 9000 })
  path = join(bench.folder, 'a.txt')
  const launch = { command: process.execPath, args: [serverFilesystemPath(), bench.folder] }
  connection = (await bench.open(stdioTarget(launch))).connection
})
beforeEach(() => rmSync(path, { force: true }))
afterAll(() => bench.close())

/** The file `a.txt` as a call was foreseen to leave it, and as server-filesystem did. */
async function foresee(before: string | null, name: string, args: JsonObject) {
  if (before !== null) writeFileSync(path, before)
  const tool = (await connection.listTools(signal)).find((one) => one.name === name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  const change = fileChangeOf(tool, { path, ...args })
  const foreseen = change && applyFileChange(change, before ?? '')
  const request = { tool, callId: 'c', arguments: { path, ...args }, onProgress: () => undefined }
  const result = await connection.callTool(request, signal)
  return {
    change,
    foreseen,
    isError: result.isError,
    after: existsSync(path) ? readFileSync(path, 'utf8') : null,
  }
}

test.each<[string, string | null, string, JsonObject]>([
  ['a new file', null, 'write_file', { content: 'one\ntwo\n' }],
  ['a file that is written over', 'old\n', 'write_file', { content: 'new $& 世界\r\n' }],
  [
    'two edits, one after the other, at the first place each',
    'a\nb\na\n',
    'edit_file',
    {
      edits: [
        { oldText: 'a', newText: '$1' },
        { oldText: '$1\nb', newText: 'c' },
      ],
    },
  ],
])('server-filesystem makes of %s what the card foresees', async (_, before, ...[name, args]) => {
  const { foreseen, after, isError } = await foresee(before, name, args)
  expect(isError).toBe(false)
  expect(foreseen).toBe(after)
  expect(after).not.toBe(before)
  proves('chat.file-change.foreseen')
})

test('nothing is foreseen of an edit that server-filesystem refuses, and a dry run changes nothing', async () => {
  const edits = [{ oldText: 'x', newText: 'y' }]
  expect(await foresee('a', 'edit_file', { edits })).toMatchObject({
    foreseen: null,
    isError: true,
    after: 'a',
  })
  expect(await foresee('x', 'edit_file', { edits, dryRun: true })).toMatchObject({
    change: null,
    after: 'x',
  })
})

test('a move of server-filesystem is known as one', async () => {
  const [source, destination] = [join(bench.folder, 'a.txt'), join(bench.folder, 'b.txt')]
  const { change, after } = await foresee('a', 'move_file', { source, destination })
  expect(change).toEqual({ kind: 'move', path: source, destination })
  expect([after, readFileSync(destination, 'utf8')]).toEqual([null, 'a'])
})
