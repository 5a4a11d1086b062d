import { describe, expect, it } from 'vitest'
import { specsOf, stagesOf } from './changed.ts'

describe('the stages of a change', () => {
  it('of a page are its format alone', () => {
    expect([...stagesOf(['docs/architecture.md']).keys()]).toEqual(['format'])
  })
  it('of a source file are the tests that import it, and the smoke tests of the window', () => {
    const stages = stagesOf(['packages/vault/src/index.ts'])
    expect(stages.get('unit')).toEqual(['packages/vault/src/index.ts'])
    expect(stages.get('e2e')).toEqual(expect.arrayContaining(['chat-tools.spec.ts']))
  })
  it('leave out a file that is gone', () => {
    expect(stagesOf(['packages/vault/src/no-such-file.ts']).get('format')).toEqual([])
  })
})

describe('the end-to-end tests of a change', () => {
  it('prove a requirement that a unit test beside the change proves', () => {
    const specs = specsOf(['packages/ui/src/features/chat/message-queue/message-queue.tsx'])
    expect(specs).toContain('chat-writing.spec.ts')
    expect(specs).not.toContain('sign-in-browser.spec.ts')
  })
  it('import the change', () => {
    const specs = specsOf(['e2e/support/keychain.ts'])
    expect(specs).toContain('keychain.spec.ts')
    expect(specs).not.toContain('chat-queue.spec.ts')
  })
  it('are none of a tool', () => {
    expect(specsOf(['packages/tooling/src/import-graph.ts'])).toEqual([])
  })
})
