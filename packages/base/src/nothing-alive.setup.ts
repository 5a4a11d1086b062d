import { afterAll, afterEach, expect } from 'vitest'
import { trackDisposables } from './disposable.ts'

/** Packages whose test files have to dispose the connections, stores, vaults and timers that they create. */
const CHECKED = /\/packages\/(?:host|mcp|store|vault)\/src\//

/** Set-up of test files: names what a file of these packages never disposed. */
const tracking = trackDisposables()
const isChecked = CHECKED.test(expect.getState().testPath ?? '')

afterEach(async () => {
  // Tests of the host leave their hosts to this set-up.
  for (const store of tracking.alive())
    if (isChecked && store.name === 'host') await store.dispose()
})

afterAll(() => {
  const alive = tracking.stop()
  if (isChecked) expect(alive, 'what this file never disposed').toEqual([])
})
