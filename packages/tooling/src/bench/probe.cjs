// Loaded before an application's main: prints when its first window has what is waited for.
'use strict'
const { app } = require('electron')

const waits = {
  paint: `new Promise((resolve) => {
    const look = () => {
      const [entry] = performance.getEntriesByName('first-contentful-paint')
      if (entry) resolve(performance.timeOrigin + entry.startTime)
      else requestAnimationFrame(look)
    }
    look()
  })`,
  composer: `new Promise((resolve) => {
    const look = () => {
      const place = document.querySelector('[data-testid="composer"]')
      const field = place?.matches('textarea') ? place : place?.querySelector('textarea')
      field?.focus()
      if (field && document.activeElement === field) resolve(performance.timeOrigin + performance.now())
      else requestAnimationFrame(look)
    }
    look()
  })`,
}

app.once('web-contents-created', (_event, contents) => {
  contents.once('dom-ready', () => {
    void contents
      .executeJavaScript(waits[process.env.GATEHOUSE_BENCH_WAIT ?? 'paint'])
      .then((at) => process.stdout.write(`\nGATEHOUSE_BENCH ${at}\n`))
  })
})
