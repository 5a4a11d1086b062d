import './all-words.ts'
import { configure } from '@testing-library/react'
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

afterAll(() => {
  expect(
    Array.from(document.body.children, ({ outerHTML }) => outerHTML),
    'what this file leaves behind in the document',
  ).toEqual([])
})
