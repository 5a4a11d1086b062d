import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findMissingParts } from './desktop-parts.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-tray-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A program in the search path that prints this, as no desktop is here. */
function install(name: string, { out = '', err = '', code = 0 }): void {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\necho '${out}'\necho '${err}' >&2\nexit ${code}\n`)
  chmodSync(path, 0o755)
}

const find = (env: NodeJS.ProcessEnv = {}, platform: NodeJS.Platform = 'linux') =>
  findMissingParts({ platform, env: { PATH: folder, ...env } })

const nobody =
  'Error: GDBus.Error:org.freedesktop.DBus.Error.ServiceUnknown: The name org.kde.StatusNotifierWatcher was not provided by any .service files'

it.runIf(process.platform === 'linux').each([
  ['busctl', { out: 'b true' }, false],
  ['busctl', { out: 'b false' }, true],
  ['busctl', { err: 'Failed to get property: Could not activate remote peer.', code: 1 }, true],
  ['busctl', { err: 'Failed to get property: Connection timed out', code: 1 }, false],
  ['gdbus', { out: '(<true>,)' }, false],
  ['gdbus', { out: '(<false>,)' }, true],
  ['gdbus', { err: nobody, code: 1 }, true],
])('reads from %s (%o) if a tray is missing: %s', async (program, answer, isMissing) => {
  install(program, answer)
  expect((await find()).tray).toBe(isMissing)
})

it('says nothing of a tray where nothing can tell', async () => {
  expect(await find()).toEqual({ tray: false, shortcut: false })
})

it('names the shortcut in a Wayland session alone, and nothing on other systems', async () => {
  const env = { XDG_SESSION_TYPE: 'wayland' }
  expect((await find(env)).shortcut).toBe(true)
  expect((await find({ XDG_SESSION_TYPE: 'x11' })).shortcut).toBe(false)
  expect(await find(env, 'darwin')).toEqual({ tray: false, shortcut: false })
})
