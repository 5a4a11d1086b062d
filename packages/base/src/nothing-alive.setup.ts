import { afterAll, expect } from 'vitest'
import { trackDisposables } from './disposable.ts'

/** Packages whose test files have to dispose the connections, stores and vaults that they create. */
const CHECKED = /\/packages\/(?:mcp|store|vault)\/src\//

/** Set-up of test files: names what a file of these packages never disposed. */
const tracking = trackDisposables()

afterAll(() => {
  const alive = tracking.stop()
  if (CHECKED.test(expect.getState().testPath ?? ''))
    expect(alive, 'what this file never disposed').toEqual([])
})
