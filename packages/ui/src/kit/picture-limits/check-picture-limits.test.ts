import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { isDrawableIcon, checkPictureLimits } from './check-picture-limits.ts'
import { PictureBudget } from './picture-budget.ts'
import { chunk, ihdr, png, sof, sos, jpeg, gifFrame, gif } from '@gatehouse/domain/testing'

const base64 = (bytes: number[]) => Buffer.from(bytes).toString('base64')
const judge = (bytes: number[]) => checkPictureLimits(base64(bytes)).kind
describe('checkPictureLimits', () => {
  /**
   * @threat window.huge-picture
   * @attacker server
   * @tries To fill the memory with a small file that decodes to hundreds of megapixels.
   * @stoppedBy Pictures are judged by every size that their bytes claim before anything decodes them.
   */
  it('refuses a picture of 20,000 × 20,000 pixels in 48 KB before it is decoded', () => {
    const rows = deflateSync(Buffer.alloc(20_000 * 2501))
    const bytes = png(ihdr(20_000, 20_000), chunk('IDAT', [...rows]))
    expect(bytes.length).toBeLessThan(60_000)
    expect(judge(bytes)).toBe('too-large')
  })

  it('draws up to 24 megapixels and 16,384 pixels an edge', () => {
    expect(judge(png(ihdr(6000, 4000)))).toBe('drawable')
    expect(judge(png(ihdr(6000, 4001)))).toBe('too-large')
    expect(judge(png(ihdr(16_384, 10)))).toBe('drawable')
    expect(judge(png(ihdr(16_385, 10)))).toBe('too-large')
  })

  /** @threat window.huge-picture */
  it('refuses what moves or is decoded in passes without end', () => {
    expect(judge(gif(2000, 2000, gifFrame(1, 1), gifFrame(1, 1)))).toBe('drawable')
    expect(judge(gif(4000, 4000, gifFrame(1, 1), gifFrame(1, 1)))).toBe('moves-too-much')
    expect(judge(gif(1000, 1000, ...Array.from({ length: 2000 }, () => gifFrame(1, 1))))).toBe(
      'moves-too-much',
    )
    expect(judge(jpeg(sof(4000, 4000, 0xc2), ...Array.from({ length: 500 }, () => sos)))).toBe(
      'moves-too-much',
    )
  })

  it('names the type by the bytes, and takes base64 only', () => {
    const inspection = checkPictureLimits(base64(png(ihdr(1, 1))))
    expect(inspection).toMatchObject({ facts: { format: 'png' } })
    expect(checkPictureLimits('%41%42').kind).toBe('unknown')
    expect(checkPictureLimits('').kind).toBe('unknown')
    expect(checkPictureLimits('A'.repeat(30_000_000)).kind).toBe('unknown')
  })

  /**
   * @threat window.huge-icon
   * @attacker server
   * @tries To do the same with its icon or those of its tools.
   * @stoppedBy An icon is drawn only if it is small, still and in the address itself.
   */
  it('an icon is small, still and in the address itself', () => {
    const address = (bytes: number[]) => `data:image/png;base64,${base64(bytes)}`
    expect(isDrawableIcon(address(png(ihdr(64, 64))))).toBe(true)
    expect(isDrawableIcon(address(png(ihdr(20_000, 20_000))))).toBe(false)
    expect(isDrawableIcon(address(gif(64, 64, gifFrame(1, 1), gifFrame(1, 1))))).toBe(false)
    expect(isDrawableIcon('data:image/png,%89PNG')).toBe(false)
    expect(isDrawableIcon('https://example.org/icon.png')).toBe(false)
  })
})

describe('PictureBudget', () => {
  /**
   * @threat window.many-pictures
   * @attacker server
   * @tries To fill the memory with hundreds of pictures, each just small enough.
   * @stoppedBy Pictures are drawn near the view only, and 48 megapixels at a time.
   */
  it('500 pictures of 24 megapixels are decoded two at a time', () => {
    const budget = new PictureBudget()
    let granted = 0
    const releases = Array.from({ length: 500 }, () =>
      budget.claim(24_000_000, () => (granted += 1)),
    )
    expect(granted).toBe(2)
    releases[0]?.()
    expect(granted).toBe(3)
    for (const release of releases) release()
    budget.claim(24_000_000, () => (granted += 1))
    expect(granted).toBeGreaterThan(3)
  })
})
