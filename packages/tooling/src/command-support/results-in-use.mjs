import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { withLock, releaseLock, isLockHeld } from './lock.mjs'
import { workCache } from './paths.mjs'
import { log } from './log.mjs'

/** @param {string} step */
const folderOf = (step) => join(workCache, 'uses', step)
let count = 0

/**
 * Keeps the results of steps as they are while the work continues: whoever wants to replace them in this
 * clone waits, in {@link waitUntilUnused}. Steps are named in the order in which they are made, so that two
 * who wait never wait for each other.
 * @template T
 * @param {readonly string[]} steps by their stamps
 * @param {() => Promise<T>} work that does none of these steps
 * @returns {Promise<T>}
 */
export async function withResultsInUse(steps, work) {
  const [step, ...others] = steps
  if (step === undefined) return work()
  const file = join(folderOf(step), `${process.pid}-${(count += 1)}`)
  const release = () => releaseLock(file)
  await withLock(step, () => {
    mkdirSync(folderOf(step), { recursive: true })
    writeFileSync(file, String(process.pid))
    return Promise.resolve()
  })
  process.once('exit', release)
  try {
    return await withResultsInUse(others, work)
  } finally {
    process.off('exit', release)
    release()
  }
}

/**
 * Resolves once no one works with the results of a step. Held alone, no one begins to meanwhile.
 * @param {string} step its stamp
 */
export async function waitUntilUnused(step) {
  const folder = folderOf(step)
  mkdirSync(folder, { recursive: true })
  let logged = ''
  for (;;) {
    const names = readdirSync(folder).filter((name) => isLockHeld(join(folder, name)))
    if (names.length === 0) return
    const who = names.map((name) => name.replace(/-.*/, '')).join(', ')
    if (who !== logged) log.info(`Waiting for work that uses what is there (process ${who})`)
    logged = who
    await delay(500)
  }
}
