import { describe, expect, it } from 'vitest'
import { createConsentGate } from './consent-gate.ts'
import { watchPresses } from './presses.ts'

function setUp({ isAssisted = false } = {}) {
  let now = 1000
  const presses = watchPresses(() => now)
  const gate = createConsentGate({
    now: () => now,
    latest: () => presses.latest(),
    isAssisted: () => isAssisted,
  })
  return {
    ...gate,
    wait: (ms: number) => void (now += ms),
    press: () => presses.note({ type: 'keyDown' }),
  }
}

describe('the gate of the consent window', () => {
  /** @threat consent.stray-press */
  it('counts a press only half a second after the window came to the front', () => {
    const { front, counts, press, wait } = setUp()
    press()
    expect(counts('allow')).toBe(false)
    front(true)
    wait(499)
    press()
    expect(counts('allow')).toBe(false)
    wait(1)
    expect(counts('allow')).toBe(false)
    press()
    expect(counts('allow-and-start')).toBe(true)
  })

  /** @threat consent.stray-press */
  it('begins anew when the window lost the keyboard, and counts nothing meanwhile', () => {
    const { front, counts, press, wait } = setUp()
    front(true)
    wait(600)
    front(false)
    press()
    expect(counts('allow')).toBe(false)
    front(true)
    press()
    expect(counts('allow')).toBe(false)
    wait(500)
    press()
    expect(counts('allow')).toBe(true)
  })

  /** @threat consent.stray-press */
  it('counts no decision without a press, and no old press', () => {
    const { front, counts, press, wait } = setUp()
    front(true)
    wait(5000)
    expect(counts('allow')).toBe(false)
    press()
    wait(3001)
    expect(counts('allow')).toBe(false)
  })

  it('always lets go', () => {
    expect(setUp().counts('cancel')).toBe(true)
  })

  it('asks assistive technology for no press, but for the time', () => {
    const { front, counts, wait } = setUp({ isAssisted: true })
    front(true)
    expect(counts('allow')).toBe(false)
    wait(500)
    expect(counts('allow')).toBe(true)
  })
})
