/** A stretch of text as it is, or a hidden character that repeats `count` times. */
export type RevealedSegment =
  | { kind: 'text'; text: string }
  | { kind: 'hidden'; codePoint: number; count: number }

/*
 * Invisible, bidirectional and control characters: C0 (but tab and newline), C1, soft hyphen, joiners,
 * bidi marks and isolates, fillers, blank Braille, variation selectors, format controls of hieroglyphs and
 * shorthand, tags, lone surrogates. Not the signs of Arabic that are format characters and are drawn.
 */
const hidden = new RegExp(
  '[\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5' +
    '\\u180B-\\u180F\\u200B-\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF' +
    '\\uFFA0\\uFFF0-\\uFFFB\\u{13430}-\\u{1343F}\\u{16FE4}\\u{1BCA0}-\\u{1BCA3}\\u{1D159}\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}\\p{Surrogate}]',
  'u',
)

// Where a hidden character is ordinary writing: emoji sequences, and joiners inside these scripts.
const emoji = /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Emoji_Modifier})$/u
const joining =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Khmer}\p{Script=Myanmar}]$/u
const keycapBase = /^[0-9#*]$/u

const zeroWidthNonJoiner = 0x200c
const zeroWidthJoiner = 0x200d
const emojiSelector = 0xfe0f

const keycap = '\u20E3'

/** Only where it changes how the characters beside it are drawn: repeated, it would carry data unseen. */
function isOrdinary(characters: readonly string[], index: number): boolean {
  const code = characters[index]?.codePointAt(0)
  const before = characters[index - 1] ?? ''
  const after = characters[index + 1] ?? ''
  if (code === emojiSelector)
    return emoji.test(before) || (keycapBase.test(before) && after === keycap)
  if (code !== zeroWidthJoiner && code !== zeroWidthNonJoiner) return false
  if (joining.test(before) && joining.test(after)) return true
  const joined = before.codePointAt(0) === emojiSelector ? (characters[index - 2] ?? '') : before
  return code === zeroWidthJoiner && emoji.test(joined) && emoji.test(after)
}

/** True if the text holds anything that revealHidden would show. Quick for the usual answer, no. */
export function hasHidden(text: string): boolean {
  return hidden.test(text) && revealHidden(text).some((segment) => segment.kind === 'hidden')
}

/**
 * Splits text into what is seen and what is not. CRLF counts as a newline, unless it is to be `exact`; a
 * lone CR is hidden. Equal hidden characters in a row become one segment.
 */
export function revealHidden(text: string, exact = false): RevealedSegment[] {
  const normal = exact ? text : text.replaceAll('\r\n', '\n')
  if (!hidden.test(normal)) return normal === '' ? [] : [{ kind: 'text', text: normal }]
  const segments: RevealedSegment[] = []
  const characters = Array.from(normal)
  for (const [index, character] of characters.entries()) {
    const last = segments.at(-1)
    const code = character.codePointAt(0) ?? 0
    if (hidden.test(character) && !isOrdinary(characters, index)) {
      if (last?.kind === 'hidden' && last.codePoint === code) last.count += 1
      else segments.push({ kind: 'hidden', codePoint: code, count: 1 })
    } else if (last?.kind === 'text') last.text += character
    else segments.push({ kind: 'text', text: character })
  }
  return segments
}

/** Counts the characters that revealHidden would show. */
export function countHidden(text: string): number {
  if (!hidden.test(text)) return 0
  let count = 0
  for (const segment of revealHidden(text)) if (segment.kind === 'hidden') count += segment.count
  return count
}

/** The text as it is seen, without what revealHidden would show of it. */
export function withoutHidden(text: string): string {
  return revealHidden(text)
    .map((segment) => (segment.kind === 'text' ? segment.text : ''))
    .join('')
}

/** Text for a place that holds only words (a sentence, a label): 'github[U+200B]'. */
export function revealInWords(text: string): string {
  if (!hasHidden(text)) return text
  return revealHidden(text)
    .map((segment) => {
      if (segment.kind === 'text') return segment.text
      return `[${formatCodePoint(segment.codePoint)}${segment.count > 1 ? `×${segment.count}` : ''}]`
    })
    .join('')
}

/** 'U+200B'. */
export function formatCodePoint(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`
}
