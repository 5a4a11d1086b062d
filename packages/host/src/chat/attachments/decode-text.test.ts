import type { TextEncoding } from '@gatehouse/domain/chats'
import { describe, expect, it, vi } from 'vitest'
import { decodeText, decodeTextAs } from './decode-text.ts'

type Legacy = Exclude<TextEncoding, 'utf-32le' | 'utf-32be'>

/** Bytes of each character of an encoding of one or two bytes a character: what the decoder would read as it. */
function bytesIn(encoding: Legacy): ReadonlyMap<string, number[]> {
  const decoder = new TextDecoder(encoding)
  const bytesOf = new Map<string, number[]>()
  for (let lead = 0xff; lead >= 0; lead -= 1) {
    const one = decoder.decode(Uint8Array.of(lead))
    if (one !== '\uFFFD') bytesOf.set(one, [lead])
    if (lead < 0x81) continue
    for (let trail = 0xfe; trail >= 0x40; trail -= 1) {
      const two = decoder.decode(Uint8Array.of(lead, trail))
      if (two.length === 1 && two !== '\uFFFD') bytesOf.set(two, [lead, trail])
    }
  }
  if (encoding !== 'windows-1252') return bytesOf
  // Node reads these as control characters.
  return new Map([...bytesOf, ['“', [0x93]], ['”', [0x94]], ['–', [0x96]]])
}

const known = new Map<Legacy, ReadonlyMap<string, number[]>>()

function encoded(encoding: Legacy, text: string): Uint8Array {
  const bytesOf = known.get(encoding) ?? bytesIn(encoding)
  known.set(encoding, bytesOf)
  return Uint8Array.from(Array.from(text).flatMap((character) => bytesOf.get(character) ?? []))
}

const wide = (text: string, swap: boolean): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le')
  return Uint8Array.from(swap ? bytes.swap16() : bytes)
}
const utf32 = (text: string, little: boolean): Uint8Array => {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
  const buffer = Buffer.alloc(points.length * 4)
  for (const [at, point] of points.entries())
    if (little) buffer.writeUInt32LE(point, at * 4)
    else buffer.writeUInt32BE(point, at * 4)
  return Uint8Array.from(buffer)
}

describe('decodeText', () => {
  it.each<[Legacy, string]>([
    ['gb18030', '姓名,1\n'],
    ['gb18030', '姓名,部门,工资\n张三,销售部,12000\n李四,技术部,15000\n'],
    ['big5', '姓名,部門,薪資\n張三,業務部,12000\n'],
    ['shift_jis', '名前,部署\n山田太郎,えいぎょう\n佐藤,そうむ\n'],
    ['euc-kr', '이름,부서\n홍길동,영업부\n김철수,기술부\n'],
    ['windows-1252', 'name,José\n'],
    ['windows-1252', 'Straße;München;“quoted” – café\n'],
    ['windows-1251', 'Имя,Отдел\nИван,Продажи и закупки\n'],
    ['koi8-r', 'Имя,Отдел\nИван,Продажи и закупки\n'],
  ])('reads %s: %j', async (encoding, text) => {
    expect(await decodeText(encoded(encoding, text))).toEqual({ text, encoding })
  })

  it.each<[string, TextEncoding, Uint8Array]>([
    ['UTF-8', 'utf-8', Uint8Array.from(Buffer.from('\uFEFFJosé,姓名'))],
    ['UTF-8 without a mark', 'utf-8', Uint8Array.from(Buffer.from('José,姓名'))],
    ['UTF-16 LE', 'utf-16le', wide('\uFEFFJosé,姓名', false)],
    ['UTF-16 BE', 'utf-16be', wide('\uFEFFJosé,姓名', true)],
    ['UTF-16 LE without a mark', 'utf-16le', wide('José,姓名', false)],
    ['UTF-16 BE without a mark', 'utf-16be', wide('José,姓名', true)],
    ['UTF-32 LE without a mark', 'utf-32le', utf32('José,姓名', true)],
    ['UTF-32 BE without a mark', 'utf-32be', utf32('José,姓名', false)],
    ['UTF-32 LE', 'utf-32le', utf32('\uFEFFJosé,姓名', true)],
    ['UTF-32 BE', 'utf-32be', utf32('\uFEFFJosé,姓名', false)],
  ])('reads %s', async (_name, encoding, bytes) => {
    expect(await decodeText(bytes)).toEqual({ text: 'José,姓名', encoding })
  })

  it.each([false, true])(
    'reads Chinese in UTF-16 without a mark by its spaces and line ends',
    async (swap) => {
      const text = '姓名,部门,工资\r\n张三,销售部,12000\r\n李四,技术部,15000\r\n'
      expect(await decodeText(wide(text, swap))).toEqual({
        text,
        encoding: swap ? 'utf-16be' : 'utf-16le',
      })
    },
  )

  it('takes bytes that no text has for no text', async () => {
    for (const bytes of [
      [0, 1, 2, 3],
      [0x61, 0, 0x62],
      [0xff, 0xd8, 0xff, 0xe0, 0, 0x10],
      [0x80, 0x01, 0x99],
    ])
      expect(await decodeText(Uint8Array.from(bytes))).toBeUndefined()
  })

  it('reads nothing into a byte that an encoding does not have', async () => {
    const bytes = encoded('gb18030', '姓名')
    expect(await decodeTextAs(bytes, 'gb18030')).toBe('姓名')
    expect(await decodeTextAs(bytes, 'utf-8')).toBeUndefined()
    expect(await decodeTextAs(Uint8Array.of(0, 0, 0x11), 'utf-32be')).toBeUndefined()
    expect(await decodeTextAs(Uint8Array.of(0, 0, 0xd8, 0), 'utf-32be')).toBeUndefined()
    expect(await decodeTextAs(Uint8Array.of(0, 0x11, 0, 0), 'utf-32be')).toBeUndefined()
  })

  it('guesses by the first text that is not ASCII, however far from the beginning', async () => {
    const log = Uint8Array.from(Buffer.from('2026-11-29 INFO started\n'.repeat(10_000)))
    const end = encoded('gb18030', '姓名,部门,工资\n张三,销售部,12000\n')
    expect(await decodeText(Buffer.concat([log, end]))).toMatchObject({ encoding: 'gb18030' })
  })
})

describe('a text of megabytes', () => {
  const text = `a${'姓名,部门,工资 '.repeat(60_000)}`

  it.each<[TextEncoding, Uint8Array]>([
    ['utf-8', Uint8Array.from(Buffer.from(text))],
    ['utf-8', Uint8Array.from(Buffer.from(`\uFEFF${text}`))],
    ['utf-16le', wide(`\uFEFF${text}`, false)],
    ['utf-16be', wide(text, true)],
    ['utf-32le', utf32(`\uFEFF${text}`, true)],
    ['utf-32be', utf32(text, false)],
  ])('is read whole where a character is cut by the pieces: %s', async (encoding, bytes) => {
    const read = await decodeText(bytes)
    expect(read?.encoding).toBe(encoding)
    expect(read?.text === text).toBe(true)
  })

  it('is read whole in an encoding of two bytes, and refused at its last byte', async () => {
    const line = encoded('gb18030', '姓名,部门,工资 ')
    const bytes = Buffer.concat([Buffer.from('a'), ...Array.from({ length: 60_000 }, () => line)])
    const read = await decodeText(bytes)
    expect(read?.encoding).toBe('gb18030')
    expect(read?.text === text).toBe(true)
    const cut = Buffer.concat([bytes, line.subarray(0, 1)])
    expect(await decodeTextAs(cut, 'gb18030')).toBeUndefined()
  })

  it('leaves others their turns while it is read', async () => {
    let turns = 0
    let next = setImmediate(function countTurn() {
      turns += 1
      next = setImmediate(countTurn)
    })
    let clock = performance.now()
    // Each look at the clock is 9 ms later: a piece takes all of a turn's time.
    vi.spyOn(performance, 'now').mockImplementation(() => (clock += 9))
    await decodeText(Uint8Array.from(Buffer.from(text)))
    clearImmediate(next)
    expect(turns).toBeGreaterThan(2)
  })
})
