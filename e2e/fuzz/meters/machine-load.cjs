// A process of its own beside the application: how long a fixed piece of work takes a processor here, four
// times a second. It takes longer while other programs share a core, its caches or its clock.
'use strict'
const { openSync, readSync } = require('node:fs')

const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
const buffer = Buffer.alloc(128)
/** @returns {number} milliseconds that this thread ran */
const ran = () =>
  Number(buffer.toString('latin1', 0, readSync(file, buffer, 0, 128, 0)).split(' ')[0]) / 1e6

const work = JSON.stringify(
  Array.from({ length: 4000 }, (_, id) => ({ id, text: 'ab'.repeat(id % 7) })),
)

setInterval(() => {
  const before = ran()
  JSON.stringify(JSON.parse(work))
  process.send?.({ at: Date.now(), took: ran() - before })
}, 250)
process.on('disconnect', () => process.exit(0))
