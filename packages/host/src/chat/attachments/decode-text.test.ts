import type { TextEncoding } from '@gatehouse/domain/chats'
import { describe, expect, it } from 'vitest'
import { decodeText, decodeTextAs } from './decode-text.ts'

/** Bytes of a text in an encoding of one or two bytes a character: what the decoder would read as it. */
function encoded(encoding: TextEncoding, text: string): Uint8Array {
  const bytesOf = new Map<string, number[]>()
  for (let lead = 0xff; lead >= 0; lead -= 1) {
    const one = decodeTextAs(Uint8Array.of(lead), encoding)
    if (one?.length === 1) bytesOf.set(one, [lead])
    if (lead < 0x81) continue
    for (let trail = 0xfe; trail >= 0x40; trail -= 1) {
      const two = decodeTextAs(Uint8Array.of(lead, trail), encoding)
      if (two?.length === 1) bytesOf.set(two, [lead, trail])
    }
  }
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
  it.each<[TextEncoding, string]>([
    ['gb18030', '姓名,1\n'],
    ['gb18030', '姓名,部门,工资\n张三,销售部,12000\n李四,技术部,15000\n'],
    ['big5', '姓名,部門,薪資\n張三,業務部,12000\n'],
    ['shift_jis', '名前,部署\n山田太郎,えいぎょう\n佐藤,そうむ\n'],
    ['euc-kr', '이름,부서\n홍길동,영업부\n김철수,기술부\n'],
    ['windows-1252', 'name,José\n'],
    ['windows-1252', 'Straße;München;“quoted” – café\n'],
    ['windows-1251', 'Имя,Отдел\nИван,Продажи и закупки\n'],
    ['koi8-r', 'Имя,Отдел\nИван,Продажи и закупки\n'],
  ])('reads %s: %j', (encoding, text) => {
    expect(decodeText(encoded(encoding, text))).toEqual({ text, encoding })
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
  ])('reads %s', (_name, encoding, bytes) => {
    expect(decodeText(bytes)).toEqual({ text: 'José,姓名', encoding })
  })

  it.each([false, true])(
    'reads Chinese in UTF-16 without a mark by its spaces and line ends',
    (swap) => {
      const text = '姓名,部门,工资\r\n张三,销售部,12000\r\n李四,技术部,15000\r\n'
      expect(decodeText(wide(text, swap))).toEqual({
        text,
        encoding: swap ? 'utf-16be' : 'utf-16le',
      })
    },
  )

  it('takes bytes that no text has for no text', () => {
    for (const bytes of [
      [0, 1, 2, 3],
      [0x61, 0, 0x62],
      [0xff, 0xd8, 0xff, 0xe0, 0, 0x10],
      [0x80, 0x01, 0x99],
    ])
      expect(decodeText(Uint8Array.from(bytes))).toBeUndefined()
  })

  it('reads nothing into a byte that an encoding does not have', () => {
    const bytes = encoded('gb18030', '姓名')
    expect(decodeTextAs(bytes, 'gb18030')).toBe('姓名')
    expect(decodeTextAs(bytes, 'utf-8')).toBeUndefined()
    expect(decodeTextAs(Uint8Array.of(0, 0, 0x11), 'utf-32be')).toBeUndefined()
    expect(decodeTextAs(Uint8Array.of(0, 0, 0xd8, 0), 'utf-32be')).toBeUndefined()
  })
})
