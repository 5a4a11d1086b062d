import { expect, it } from 'vitest'
import { expiryReminderAt } from './ask-expiry.ts'

const expiringAt = (at: number) => ({ createdAt: 0, expiry: { at, setBy: 'host' as const } })

it('reminds of what waits long in its last two minutes', () => {
  expect(expiryReminderAt(expiringAt(600_000))).toBe(480_000)
})

it('reminds of what has little time when half of it is over', () => {
  expect(expiryReminderAt(expiringAt(60_000))).toBe(30_000)
})

it('does not remind of what never expires', () => {
  expect(expiryReminderAt({ createdAt: 0 })).toBeUndefined()
})
