import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createLogFile } from './log-file.ts'
import { makePrivateFolder } from './private-files.ts'
import { createRunMarker } from './run-marker.ts'
import { createWindowStateFile } from './window-state.ts'

let folder: string
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-private-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/**
 * @threat confinement.readable-files
 * @attacker program
 * @tries Another user reads chats that lie there with wide rights, or plants a link that is written through.
 * @stoppedBy The data folder is 0700 and the files in it 0600 at every start, links are refused, and so is a folder of
 * another user.
 * @remains On Windows the lists of the profile folder decide; the app changes none of them.
 */
test('a data folder is 0700, also when it is there with wider rights', () => {
  const wide = join(folder, 'wide')
  mkdirSync(wide)
  chmodSync(wide, 0o777)
  makePrivateFolder(wide)
  makePrivateFolder(join(folder, 'new', 'inner'))
  expect([modeOf(wide), modeOf(join(folder, 'new', 'inner'))]).toEqual(['700', '700'])
})

test.skipIf(process.getuid?.() !== 0)('a data folder of somebody else is refused in words', () => {
  chownSync(folder, 65534, 65534)
  expect(() => makePrivateFolder(folder)).toThrow('it belongs to another user')
})

test('the log and the state of the window are 0600, also when they are there with wider rights', () => {
  const log = join(folder, 'main.log')
  const state = join(folder, 'window.json')
  for (const file of [log, state]) {
    writeFileSync(file, '')
    chmodSync(file, 0o666)
  }
  createLogFile({ file: log, maxBytes: 1000, now: () => new Date(0) }).info('hello')
  createWindowStateFile(state).change({ maximized: true })
  expect([modeOf(log), modeOf(state)]).toEqual(['600', '600'])
  expect(readFileSync(log, 'utf8')).toContain('hello')
})

/** @threat confinement.readable-files */
test('nothing is written through a link that lies where a file is written', () => {
  const victim = join(folder, 'victim')
  writeFileSync(victim, 'untouched')
  const log = join(folder, 'main.log')
  const state = join(folder, 'window.json')
  const running = join(folder, 'running.json')
  for (const link of [log, state, `${state}.new`, running, `${running}.new`])
    symlinkSync(victim, link)
  createLogFile({ file: log, maxBytes: 1000, now: () => new Date(0) }).info('hello')
  createWindowStateFile(state).change({ maximized: true })
  createRunMarker(running)
  expect(readFileSync(victim, 'utf8')).toBe('untouched')
  expect(lstatSync(running).isSymbolicLink()).toBe(false)
  expect(lstatSync(state).isSymbolicLink()).toBe(false)
  expect(existsSync(`${state}.new`)).toBe(false)
})
