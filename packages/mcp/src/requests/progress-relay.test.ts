import type { ToolCallProgress } from '@gatehouse/domain'
import { expect, test } from 'vitest'
import { createProgressRelay } from './progress-relay.ts'

/**
 * @threat facts.words-of-progress
 * @attacker server
 * @tries To fill the disk and the window with megabytes of words in reports of progress.
 * @stoppedBy Of a report 2,000 characters are kept, and the number of those left out is shown.
 */
test('words of progress are cut, and say of how much', () => {
  const reported: ToolCallProgress[] = []
  const relay = createProgressRelay((progress) => reported.push(progress))
  relay.push({ progress: 1, total: 2, message: 'm'.repeat(15_000_000) })
  relay.push({ progress: 2, total: 2, message: 'n'.repeat(2001) })
  relay.stop()
  expect(reported).toEqual([
    { progress: 1, total: 2, message: `${'m'.repeat(2000)}… [14,998,000 more characters]` },
    { progress: 2, total: 2, message: `${'n'.repeat(2000)}… [1 more characters]` },
  ])
})

test('a round of input requests, which the SDK reports as progress, is none of the server', () => {
  const reported: ToolCallProgress[] = []
  const relay = createProgressRelay((progress) => reported.push(progress))
  const message = "Fulfilling input required by 'tools/call' (round 2)"
  relay.push({ progress: 2, message })
  relay.push({ progress: 1, message: 'Reading the city' })
  relay.stop()
  expect(reported).toEqual([{ progress: 1, message: 'Reading the city' }])
})
