import { expect, test } from 'vitest'
import { quoteOf } from './use-quote.ts'

test('every line is marked, and what is selected inside is quoted alone', () => {
  expect(quoteOf('one\n\ntwo\n', null)).toBe('> one\n>\n> two')
  const box = document.createElement('div')
  box.textContent = 'an answer of several words'
  document.body.append(box)
  const [text] = box.childNodes
  if (text) window.getSelection()?.setBaseAndExtent(text, 3, text, 9)
  expect(quoteOf('the whole', box)).toBe('> answer')
  expect(quoteOf('the whole', document.createElement('div'))).toBe('> the whole')
  window.getSelection()?.removeAllRanges()
  box.remove()
})
