import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../command-support/paths.mjs'
import { endGroup, run, startGroup } from '../command-support/child-processes.mjs'
import { asOrdinaryUser, canDropPrivileges, mayMakeNamespaces } from './ordinary-user.ts'

const dist = process.env['GATEHOUSE_ELECTRON_DIST'] ?? ''
const hasWindow = dist !== '' && (process.env['DISPLAY'] ?? '') !== ''

function lookAt(pid: string): { uid: number; seccomp: number; command: string } | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const number = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
    return { uid: number('Uid'), seccomp: number('Seccomp'), command }
  } catch {
    return undefined
  }
}

describe.runIf(hasWindow)('the Electron at hand', () => {
  it('runs a file and says its version, as its own command line does', async () => {
    const version = readFileSync(join(dist, 'version'), 'utf8').trim().replace(/^v?/, 'v')
    const flags = canDropPrivileges ? ['--no-sandbox'] : []
    const { output } = await run([join(dist, 'electron'), '--version', ...flags], { quiet: true })
    expect(output).toContain(version)
  })
})

const sandboxCanBe = hasWindow && canDropPrivileges && mayMakeNamespaces()

describe.runIf(sandboxCanBe)('an ordinary user', () => {
  it('has a window whose renderer is sandboxed and not root', { timeout: 60_000 }, async () => {
    const user = asOrdinaryUser()
    const shared = user.share(dist)
    const bench = user.share(join(root, 'packages/tooling/src/bench'))
    const command = [
      user.wrap(join(shared, 'electron')),
      '-r',
      join(bench, 'probe.cjs'),
      join(bench, 'baseline-window.cjs'),
    ]
    const child = startGroup(command, { stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      await new Promise((resolve, reject) => {
        child.stdout?.on(
          'data',
          (text) => String(text).includes('GATEHOUSE_BENCH') && resolve(undefined),
        )
        child.once('close', () => reject(new Error('Electron ended before it had painted')))
      })
      const processes = readdirSync('/proc').flatMap((pid) => lookAt(pid) ?? [])
      const renderers = processes.filter(
        ({ command: text }) => text.includes(shared) && text.includes('--type=renderer'),
      )
      expect(renderers).toHaveLength(1)
      expect(renderers[0]).toMatchObject({ uid: user.uid, seccomp: 2 })
    } finally {
      await endGroup(child)
      user.dispose()
    }
  })
})
