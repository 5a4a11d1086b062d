import { afterEach, beforeEach, expect, it } from 'vitest'
import { dayOf, filterOf, isBackwards, keyOfTool, toolOf } from './chosen-filter.ts'

const zone = process.env['TZ']
beforeEach(() => {
  process.env['TZ'] = 'America/New_York'
})
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

const HOUR = 3_600_000

it('days are those of the calendar where the person is, both of them whole', () => {
  const { since = 0, until = 0 } = filterOf({ from: '2026-11-26', to: '2026-11-26' }) ?? {}
  expect(since).toBe(Date.parse('2026-11-26T00:00:00-05:00'))
  expect(until).toBe(Date.parse('2026-11-27T00:00:00-05:00'))
  expect([dayOf(since), dayOf(until - 1), dayOf(until)]).toEqual([
    '2026-11-26',
    '2026-11-26',
    '2026-11-27',
  ])
})

it('a day on which clocks are changed is as long as it is', () => {
  const hours = (day: string) => {
    const { since = 0, until = 0 } = filterOf({ from: day, to: day }) ?? {}
    return (until - since) / HOUR
  }
  expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-11-02')]).toEqual([23, 25, 24])
  expect(dayOf(Date.parse('2026-11-01T23:30:00-05:00'), 1)).toBe('2026-10-31')
})

it('an end that is left empty is open, and what is no day lets everything through', () => {
  expect(filterOf({})).toEqual({})
  expect(filterOf({ from: '2026-01-01' })).not.toHaveProperty('until')
  expect(filterOf({ to: '2026-01-01' })).not.toHaveProperty('since')
  expect(filterOf({ from: 'soon' })).toEqual({})
  expect(filterOf({ from: '0001-01-01' })).toEqual({ since: 0 })
})

it('a tool is chosen whatever the name of its server is, and none by the choice of none', () => {
  const tools = [
    { serverName: '', toolName: 'read', title: 'Read' },
    { serverName: 'files', toolName: 'read', title: 'Read' },
  ]
  for (const { title: _title, ...tool } of tools)
    expect(toolOf(keyOfTool(tool), tools)).toEqual(tool)
  expect(toolOf('', tools)).toBeUndefined()
})

it('days in the wrong order let nothing through', () => {
  expect(isBackwards({ from: '2026-01-02', to: '2026-01-01' })).toBe(true)
  expect(filterOf({ from: '2026-01-02', to: '2026-01-01' })).toBeNull()
  expect(filterOf({ from: '2026-01-01', to: '2026-01-01' })).not.toBeNull()
})
