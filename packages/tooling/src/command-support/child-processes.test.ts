import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { endGroup, run, startGroup } from './child-processes.mjs'

function isAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function diesSoon(pid: number) {
  for (let waited = 0; waited < 3000 && isAlive(pid); waited += 50) await delay(50)
  return !isAlive(pid)
}

describe('ending what was started', () => {
  it('ends a grandchild that ignores the polite signal', async () => {
    const stubborn = "trap '' TERM; while :; do sleep 0.1; done"
    const child = startGroup(['sh', '-c', `sh -c "${stubborn}" & echo $!; wait`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const pid = await new Promise<number>((resolve) =>
      child.stdout?.once('data', (text) => resolve(Number(text))),
    )
    expect(isAlive(pid)).toBe(true)
    await endGroup(child, 500)
    expect(await diesSoon(pid)).toBe(true)
  })
  it('says that a program had to be stopped at its time limit', async () => {
    const result = await run(['sleep', '30'], { quiet: true, timeoutMs: 200 })
    expect(result.timedOut).toBe(true)
    expect(result.code).not.toBe(0)
  })
  it('reports a program that does not exist instead of throwing', async () => {
    const result = await run(['no-such-program-here'], { quiet: true })
    expect(result).toMatchObject({ code: 127 })
    expect(result.output).toMatch(/ENOENT/)
  })
})
