import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { npmProgram } from './npm-program.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-npm-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const here = (platform: string, npmCli?: string) => ({
  platform,
  execPath: join(folder, 'node'),
  npmCli,
})

it('npm is the one that runs the script, whatever the system', () => {
  const cli = join(folder, 'bin/npm-cli.js')
  for (const platform of ['linux', 'darwin', 'win32'])
    expect(npmProgram('npx', here(platform, cli))).toEqual([
      join(folder, 'node'),
      join(folder, 'bin/npx-cli.js'),
    ])
})

it('without one it is found by its name, and on Windows beside Node, or it is said what to do', () => {
  const pnpm = join(folder, 'pnpm.cjs')
  expect(npmProgram('npm', here('linux', pnpm))).toEqual(['npm'])
  expect(npmProgram('npm', here('darwin'))).toEqual(['npm'])
  expect(() => npmProgram('npm', here('win32', pnpm))).toThrow(/no npm beside .* npm start/)
  const beside = join(folder, 'node_modules/npm/bin/npm-cli.js')
  mkdirSync(dirname(beside), { recursive: true })
  writeFileSync(beside, '')
  expect(npmProgram('npm', here('win32', pnpm))).toEqual([join(folder, 'node'), beside])
})
