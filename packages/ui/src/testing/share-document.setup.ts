import './all-words.ts'
import { configure } from '@testing-library/react'
import * as React from 'react'
import { afterAll, expect } from 'vitest'

/** Set-up of test files that share a document: each finds it as it was, and takes away what it drew. */

// On a busy machine a second is short.
configure({ defaultHidden: false, asyncUtilTimeout: 10_000 })

// This DOM has no fonts that could come late.
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { ready: Promise.resolve() },
})

// Nor does it say that it is without quirks, which the library for formulas wants to know.
Object.defineProperty(document, 'compatMode', { configurable: true, value: 'CSS1Compat' })

// React captures the stack of each element for its developer tools, up to 10,000 in a second: a tenth of the time of
// these tests. To React that number is always reached here.
const internals = Object.entries(React).find(([name]) => name.startsWith('__CLIENT_INTERNALS'))?.[1]
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => 10_000,
  set() {
    // React counts from 0 again each second.
  },
})

afterAll(() => {
  expect(
    Array.from(document.body.children, ({ outerHTML }) => outerHTML),
    'what this file leaves behind in the document',
  ).toEqual([])
})
