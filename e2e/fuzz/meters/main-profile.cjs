// Loaded beside the meter when asked for (GATEHOUSE_ATTACK_PROFILE names a folder): writes down what main
// is doing while it keeps others waiting. A sampling profiler would keep main busy itself whenever it is
// stopped; so a thread of its own watches a beat of main's, and stops main for a moment to read its calls
// only when that is late. What runs inside the engine (a parse, a collection of garbage) is seen as the call it is
// made from; collections are written down with their length.
'use strict'
const { mkdirSync, appendFileSync } = require('node:fs')
const { join } = require('node:path')
const { PerformanceObserver } = require('node:perf_hooks')
const { Worker, isMainThread, workerData } = require('node:worker_threads')

const folder = process.env['GATEHOUSE_ATTACK_PROFILE']
const BEAT_MS = 10
const LATE_MS = 45
/** A collection of garbage that is shorter is not worth a line. */
const COLLECTION_MS = 15

const clock = () => new Date().toISOString().slice(11, 23)

/** @param {string} file */
function watchFromThread(file) {
  const { Session } = require('node:inspector')
  const beat = new Float64Array(workerData.beat)
  const session = new Session()
  session.connectToMainThread()
  /** When it was asked to stop; some stops are never made. */
  let asked = 0
  session.on('Debugger.paused', ({ params }) => {
    const late = Date.now() - (beat[0] ?? 0)
    const calls = params.callFrames
      .slice(0, 25)
      .map(
        ({ functionName, location }) =>
          `${functionName}:${location.lineNumber + 1}:${location.columnNumber ?? 0}`,
      )
    session.post('Debugger.resume')
    asked = 0
    if (late >= LATE_MS) appendFileSync(file, `${clock()} ${late} ms: ${calls.join(' < ')}\n`)
  })
  session.post('Debugger.enable')
  setInterval(() => {
    const now = Date.now()
    if (now - asked < 200 || now - (beat[0] ?? 0) < LATE_MS) return
    asked = now
    session.post('Debugger.pause')
  }, BEAT_MS)
}

if (!isMainThread && workerData?.isWatch) watchFromThread(workerData.file)
else if (folder && process.type === 'browser') {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `main-${process.pid}.txt`)
  const shared = new SharedArrayBuffer(8)
  const beat = new Float64Array(shared)
  setInterval(() => {
    beat[0] = Date.now()
  }, BEAT_MS).unref()
  beat[0] = Date.now()
  new Worker(__filename, { workerData: { isWatch: true, beat: shared, file } }).unref()
  new PerformanceObserver((list) => {
    for (const { duration, detail } of list.getEntries())
      if (duration >= COLLECTION_MS)
        appendFileSync(
          file,
          `${clock()} garbage collection ${detail.kind}: ${Math.round(duration)} ms\n`,
        )
  }).observe({ entryTypes: ['gc'] })
}
