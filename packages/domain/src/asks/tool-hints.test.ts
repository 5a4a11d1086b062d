import { expect, it } from 'vitest'
import { isAllowedAsReadOnly, toolHints } from './tool-hints.ts'

it('what a tool does not declare has the defaults of the specification', () => {
  expect(toolHints({})).toEqual({ isReadOnly: false, isDestructive: true, isOpenWorld: true })
  expect(toolHints({ annotations: { readOnlyHint: true } })).toEqual({
    isReadOnly: true,
    isDestructive: false,
    isOpenWorld: true,
  })
})

it('a tool that is declared read-only and destructive at once is taken at the worse word', () => {
  const annotations = { readOnlyHint: true, destructiveHint: true, openWorldHint: false }
  expect(toolHints({ annotations })).toEqual({
    isReadOnly: false,
    isDestructive: true,
    isOpenWorld: false,
  })
})

it.each([
  [undefined, false],
  [{}, false],
  [{ readOnlyHint: true }, false],
  [{ readOnlyHint: false, destructiveHint: false, openWorldHint: false }, false],
  [{ readOnlyHint: true, openWorldHint: true }, false],
  [{ readOnlyHint: true, destructiveHint: true, openWorldHint: false }, false],
  [{ readOnlyHint: true, openWorldHint: false }, true],
])('of %o it is %s that the tool may be allowed with the read-only ones', (annotations, is) => {
  expect(isAllowedAsReadOnly(annotations ? { annotations } : {})).toBe(is)
})
