import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createLiveMask, type LiveMask } from './live-mask.ts'

/** @threat oauth.secrets-shown */
it('a token that a server was given later is hidden, and so is the one before it', () => {
  const mask = createLiveMask(['fixed-secret'])
  expect(mask.text('first-token')).toBe('first-token')
  mask.addSecrets(['first-token'])
  mask.addSecrets(['second-token'])
  expect(mask.value({ a: 'first-token', b: ['second-token', 'fixed-secret'] })).toEqual({
    a: '••••••',
    b: ['••••••', '••••••'],
  })
})

/** @threat oauth.secrets-shown */
it('a token that stays while others change is hidden at every change', () => {
  const mask = createLiveMask([])
  const refresh = 'refresh-token-that-stays-0001'
  const shown: number[] = []
  for (let round = 0; round < 90; round += 1) {
    mask.addSecrets([`access-token-number-${round}-abcdefgh`, refresh])
    if (mask.text(`x ${refresh} y`).includes(refresh)) shown.push(round)
  }
  expect(shown).toEqual([])
})

describe('a token that a server chose', () => {
  /**
   * @threat oauth.costly-tokens
   * @attacker server
   * @tries To hold main with the tokens that it gives, at each refresh or in each text that nearly repeats one.
   * @stoppedBy What is hidden of a token is spelt once, a few tokens back; a text is looked through in time linear in
   * it, where a token repeats itself by hiding more.
   */
  it('of a usual size is learnt within 100 ms, at every refresh', () => {
    const mask = createLiveMask([])
    for (let refresh = 0; refresh < 20; refresh += 1) addTwo(mask, [2500, 1500])
    const took = least(() => addTwo(mask, [2500, 1500]))
    expect(took).toBeLessThan(100)
  })

  /** @threat oauth.costly-tokens */
  it.each([8000, 16_384])('of %d characters is learnt within 100 ms', (size) => {
    const mask = createLiveMask([])
    for (let refresh = 0; refresh < 8; refresh += 1) addTwo(mask, [size, size])
    const took = least(() => addTwo(mask, [size, size]))
    expect(took).toBeLessThan(100)
  })

  /** @threat oauth.costly-tokens */
  it.each([32, 256, 4000, 16_384])(
    'of %d equal characters holds nothing up in texts that nearly hold it',
    (size) => {
      const mask = createLiveMask([])
      mask.addSecrets(['a'.repeat(size)])
      const near = 'a'.repeat(size - 1)
      const texts = [
        `${near}b${`${'a'.repeat(40)}…`.repeat(1000)}`,
        `${near}b…`.repeat(Math.ceil(300_000 / size)),
        'a'.repeat(300_000),
      ]
      for (const text of texts) expect(least(() => mask.text(text))).toBeLessThan(100)
    },
  )

  /** @threat oauth.secrets-shown */
  it('is hidden however much of it a long text still holds', () => {
    const token = randomToken(4000)
    const mask = createLiveMask([])
    mask.addSecrets([token])
    for (const length of [8, 40, 255, 256, 257, 1000, 3999])
      for (const before of ['x'.repeat(200), 'y… '.repeat(2000)]) {
        expect(mask.text(`${before} ${token.slice(0, length)}`)).toBe(`${before} ••••••`)
        expect(mask.text(`${before} ${token.slice(0, length)}… z`)).toBe(`${before} ••••••… z`)
      }
  })

  it('that repeats itself is hidden where it stands between texts that nearly hold it', () => {
    const token = 'ab'.repeat(2000)
    const mask = createLiveMask([])
    mask.addSecrets([token])
    const masked = mask.text(`${`${'ab'.repeat(1999)} `.repeat(100)}${token}.`)
    expect(masked).not.toContain('ab'.repeat(2000))
  })
})

function randomToken(size: number): string {
  return randomBytes(size).toString('base64url').slice(0, size)
}

function addTwo(mask: LiveMask, sizes: number[]): void {
  mask.addSecrets(sizes.map(randomToken))
}

/** Milliseconds, the least of a few times: others work on this computer too. */
function least(task: () => void): number {
  const times = Array.from({ length: 4 }, () => {
    const from = performance.now()
    task()
    return performance.now() - from
  })
  return Math.min(...times)
}
