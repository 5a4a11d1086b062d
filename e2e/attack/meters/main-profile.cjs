// Loaded beside the meter when asked for (GATEHOUSE_ATTACK_PROFILE names a folder): samples what main
// does, and keeps a .cpuprofile of each time it kept others waiting for too long.
'use strict'
const { mkdirSync, writeFileSync } = require('node:fs')
const { Session } = require('node:inspector')
const { join } = require('node:path')

const folder = process.env['GATEHOUSE_ATTACK_PROFILE']
const LOOK_MS = 200
/** A profile of more than so long is not kept: the longer it is, the longer its end keeps main busy. */
const MOST_MS = 2000
const session = new Session()
let last = performance.now()
let longest = 0
let since = 0

/** @param {string} method @param {object} [parameters] @returns {Promise<any>} */
const post = (method, parameters = {}) =>
  new Promise((resolve, reject) =>
    session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result))),
  )

async function keep() {
  if (longest <= 90 && performance.now() - since < MOST_MS) return
  const { profile } = await post('Profiler.stop')
  if (longest > 90) {
    const name = `main-${new Date().toISOString().slice(11, 23).replaceAll(':', '')}-${Math.round(longest)}ms.cpuprofile`
    writeFileSync(join(folder, name), JSON.stringify(profile))
  }
  await post('Profiler.start')
  globalThis.__attackMeter.skip()
  since = last = performance.now()
  longest = 0
}

if (folder && process.type === 'browser') {
  mkdirSync(folder, { recursive: true })
  session.connect()
  void post('Profiler.enable')
    .then(() => post('Profiler.setSamplingInterval', { interval: 1000 }))
    .then(() => post('Profiler.start'))
    .then(() => {
      setInterval(() => {
        longest = Math.max(longest, performance.now() - last - 20)
        last = performance.now()
      }, 20).unref()
      setInterval(() => void keep().catch(() => undefined), LOOK_MS).unref()
    })
}
