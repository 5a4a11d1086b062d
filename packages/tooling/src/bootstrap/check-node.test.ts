import { expect, it } from 'vitest'
import { isGoodNode } from './check-node.mjs'

it.each([
  ['18.20.4', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.0', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['24.0.0', true],
])('Node %s is taken: %s', (version, expected) => {
  expect(isGoodNode(version)).toBe(expected)
})
