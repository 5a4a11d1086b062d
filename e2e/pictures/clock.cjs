'use strict'
// Loaded into main before the app. Its clock runs from a chosen time, so that every picture shows the same times.
const RealDate = Date
let start = RealDate.now()
let shown = start
const now = () => shown + RealDate.now() - start

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(now())
    else super(...given)
  }
  static now() {
    return now()
  }
}
globalThis.setClock = (time) => {
  start = RealDate.now()
  shown = time
}
