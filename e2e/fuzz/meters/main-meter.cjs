// Loaded before the application's main (`-r`): measures how long main's own thread keeps others waiting.
//
// A timer of 20 ms that fires late says that something kept main busy, or that the machine did. Linux
// tells them apart, for each thread (/proc/…/schedstat): nanoseconds it ran, and nanoseconds it waited
// for a processor. `own` is how late the timer was without the time main was ready to run and no
// processor took it; `busy` is how much of that main really computed. On a machine that is starved the
// first timer is as late as ever, and `own` and `busy` stay small.
'use strict'
const { openSync, readSync } = require('node:fs')
require('./main-profile.cjs')

const STEP_MS = 20
/** Shorter delays are counted, but not kept one by one. */
const KEPT_MS = 60

function createThreadClock() {
  let file
  const buffer = Buffer.alloc(128)
  return () => {
    try {
      file ??= openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
      const [ran = 0, waited = 0] = buffer
        .toString('latin1', 0, readSync(file, buffer, 0, 128, 0))
        .split(' ')
      return { ran: Number(ran) / 1e6, waited: Number(waited) / 1e6 }
    } catch {
      const { user, system } = process.cpuUsage()
      return { ran: (user + system) / 1000, waited: 0 }
    }
  }
}

const clock = createThreadClock()
let delays = []
let counts = new Map()
let longest = { own: 0, late: 0, busy: 0 }
let last = { at: performance.now(), ...clock() }

function look() {
  const now = { at: performance.now(), ...clock() }
  const late = Math.max(0, now.at - last.at - STEP_MS)
  const own = Math.max(0, late - (now.waited - last.waited))
  const busy = Math.min(own, now.ran - last.ran)
  longest = {
    own: Math.max(longest.own, own),
    late: Math.max(longest.late, late),
    busy: Math.max(longest.busy, busy),
  }
  if (own >= KEPT_MS) delays.push({ at: Date.now(), late, own, busy })
  else counts.set(Math.round(busy), (counts.get(Math.round(busy)) ?? 0) + 1)
  last = now
}
setInterval(look, STEP_MS).unref()

globalThis.__attackMeter = {
  /** Skips the time until now: it is the profile's own work, and no delay of main's. */
  skip() {
    last = { at: performance.now(), ...clock() }
  },
  /**
   * Returns and forgets the delays since the last call. `counts`: how many other looks found how many busy ms;
   * `longest`: of all.
   */
  take() {
    const taken = { delays, counts: [...counts], longest }
    delays = []
    counts = new Map()
    longest = { own: 0, late: 0, busy: 0 }
    return taken
  },
}
