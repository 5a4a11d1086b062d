import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { startExitWatchdog } from './exit-watchdog.ts'

async function running(script: string) {
  const child = spawn(process.execPath, ['-e', `process.stdout.write('1'); ${script}`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  return { pid: child.pid ?? 0, ended }
}

describe.runIf(process.platform !== 'win32')('the guard of leaving', () => {
  it('ends a process that no script of its own can end', async () => {
    const { pid, ended } = await running('for (;;);')
    startExitWatchdog(pid, 300)
    expect(await ended).toEqual([null, 'SIGKILL'])
  })

  it('leaves alone a process that leaves by itself, and ends with it', async () => {
    const { pid, ended } = await running('setTimeout(() => process.exit(3), 400)')
    const watcher = startExitWatchdog(pid, 60_000)
    if (!watcher) throw new Error('There is no guard.')
    const [code] = (await once(watcher, 'exit')) as [number]
    expect(code).toBe(0)
    expect(await ended).toEqual([3, null])
  })
})
