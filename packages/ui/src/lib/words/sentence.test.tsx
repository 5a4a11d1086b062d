import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createLanguage } from './i18n.ts'
import { Sentence } from './sentence.tsx'

afterEach(cleanup)

const text = (words: string, path: string) =>
  render(<Sentence words={words} filled={{ path: <b>{path}</b> }} />).container

it.each([
  ['en', '/a/b is already in this workspace.'],
  ['zh-CN', '/a/b 已在此工作区中。'],
] as const)('a sentence in %s has what is filled in at its own place', (locale, sentence) => {
  const t = createLanguage(locale).words('workspaces')
  const shown = text(t('refusal.already-there', { skipInterpolation: true }), '/a/b')
  expect(shown.textContent).toBe(sentence)
  expect(shown.querySelector('b')?.textContent).toBe('/a/b')
})

it('what is filled in is never read as a placeholder', () => {
  expect(text('See {{path}}.', '{{path}}').textContent).toBe('See {{path}}.')
})

it('in a row each stretch of words is an element of its own, without the spaces around it', () => {
  const { container } = render(
    <Sentence
      words="{{name}} asks you"
      filled={{ name: <i>files</i> }}
      wordsClassName="font-bold"
    />,
  )
  expect([...container.children].map((one) => one.textContent)).toEqual(['files', 'asks you'])
})
