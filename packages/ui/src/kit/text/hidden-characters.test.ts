import fc from 'fast-check'
import { anyCharacter } from '@gatehouse/testkit/json-edge-cases'
import { describe, expect, it } from 'vitest'
import { formatCodePoint, hasHidden, revealHidden } from './hidden-characters.ts'

function hiddenIn(text: string): string[] {
  return revealHidden(text).flatMap((part) =>
    part.kind === 'hidden' ? [`${formatCodePoint(part.codePoint)}×${part.count}`] : [],
  )
}

describe('revealHidden', () => {
  it('shows what can smuggle or flip text', () => {
    expect(hiddenIn('a\u200bb')).toEqual(['U+200B×1'])
    expect(hiddenIn('safe\u202egnp.exe')).toEqual(['U+202E×1'])
    expect(hiddenIn('\u2066x\u2069')).toEqual(['U+2066×1', 'U+2069×1'])
    expect(hiddenIn('\u{E0041}')).toEqual(['U+E0041×1'])
    expect(hiddenIn('\u{E0100}')).toEqual(['U+E0100×1'])
    expect(hiddenIn('\u001b[31m')).toEqual(['U+001B×1'])
    expect(hiddenIn('\u3164\u2800\uffa0\u00ad\ufeff')).toHaveLength(5)
    expect(hiddenIn('\ud800')).toEqual(['U+D800×1'])
  })

  /**
   * @threat texts.of-one-megabyte
   * @attacker model
   * @tries To hold the window with one text that is dear to lay out: a megabyte of words or of combining marks as an
   * argument, thousands of hidden characters.
   * @stoppedBy Where no decision depends on it a text is drawn 60,000 characters and 500 hidden characters at a time;
   * where a person does, up to 1,200,000 and 4,000.
   * @remains The card of a call is drawn whole, so that nothing on it is unread: one argument of a megabyte takes one
   * to two seconds to lay out, once. An answer of a model with hundreds of hidden characters in each paragraph takes
   * about as long.
   */
  it('counts a run once, so that a thousand zero-width spaces do not fill the window', () => {
    expect(hiddenIn('\u200b'.repeat(1000))).toEqual(['U+200B×1000'])
  })

  it('keeps newlines and tabs, and shows a lone carriage return that could overwrite a line', () => {
    expect(revealHidden('a\r\nb\n\tc')).toEqual([{ kind: 'text', text: 'a\nb\n\tc' }])
    expect(hiddenIn('rm -rf /\rls')).toEqual(['U+000D×1'])
  })

  it('leaves emoji sequences, Persian and Indic joiners alone', () => {
    for (const text of ['👩‍💻', '❤️', '1️⃣', 'می‌خواهم', 'क्‍ष', '中文　全角', 'é', 'naïve']) {
      expect([text, hiddenIn(text)]).toEqual([text, []])
    }
  })

  /** @threat unseen.selectors */
  it('shows joiners and selectors that join nothing', () => {
    expect(hiddenIn('joi\u200dner')).toEqual(['U+200D×1'])
    expect(hiddenIn('a\ufe0f')).toEqual(['U+FE0F×1'])
    expect(hiddenIn('👩\u200d\u200d💻')).toEqual(['U+200D×2'])
  })

  /**
   * @threat unseen.selectors
   * @attacker model
   * @tries Carries data out in an approved call by variation selectors and joiners that change nothing that is drawn:
   * any number of them after a digit or an emoji.
   * @stoppedBy A selector is ordinary once after an emoji and in a keycap, a joiner between two emoji or two letters of
   * a script that joins; every other one, and every format control, is a chip with its code point.
   * @remains One selector after each emoji, and a joiner between emoji or letters that do not join, are as ordinary
   * text has them: with them each emoji or letter can carry one bit.
   */
  it('shows a selector after a digit that is not a keycap, and each after the first', () => {
    expect(hiddenIn('/data/2024\ufe0f')).toEqual(['U+FE0F×1'])
    expect(hiddenIn('#\ufe0f*\ufe0f')).toEqual(['U+FE0F×1', 'U+FE0F×1'])
    expect(hiddenIn('1\ufe0f\ufe0f\u20e3')).toEqual(['U+FE0F×2'])
    expect(hiddenIn(`😀${'\ufe0f'.repeat(200)}`)).toEqual(['U+FE0F×199'])
    expect(hiddenIn('😀\ufe0f\u200d\ufe0f\u200d\ufe0f')).toHaveLength(4)
    for (const text of ['1\ufe0f\u20e3 #\ufe0f\u20e3', '❤\ufe0f\u200d🔥', '👩🏽\u200d💻', '⭐\ufe0f'])
      expect([text, hiddenIn(text)]).toEqual([text, []])
  })

  /** @threat unseen.selectors */
  it('shows every character that Unicode lets nobody draw, and every format control but visible signs', () => {
    const drawn = /[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}]/u
    const missed: string[] = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code)
      const isUnseen = /\p{Default_Ignorable_Code_Point}|\p{Cf}|\p{Cc}|\p{Cs}/u.test(character)
      if (!isUnseen || drawn.test(character) || '\t\n'.includes(character)) continue
      if (hiddenIn(`a${character}b`).length !== 1) missed.push(formatCodePoint(code))
    }
    expect(missed).toEqual([])
    expect(hiddenIn('\u{16FE4}\u{1D159}')).toHaveLength(2)
  })

  it('loses no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const whole = revealHidden(text)
          .map((part) =>
            part.kind === 'text'
              ? part.text
              : String.fromCodePoint(part.codePoint).repeat(part.count),
          )
          .join('')
        expect(whole).toBe(text.replaceAll('\r\n', '\n'))
      }),
    )
  })
})

describe('hasHidden', () => {
  it('agrees with what is shown', () => {
    expect(hasHidden('plain 👩‍💻')).toBe(false)
    expect(hasHidden('a\u200bb')).toBe(true)
  })
})
