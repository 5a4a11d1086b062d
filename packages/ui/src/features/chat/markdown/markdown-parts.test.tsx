import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { Markdown } from './markdown.tsx'

afterEach(cleanup)

async function show(text: string): Promise<void> {
  render(
    <BridgeProvider bridge={createSampleBridge()}>
      <LanguageProvider locale="en">
        <KitProvider>
          <Markdown text={text} streaming={false} />
        </KitProvider>
      </LanguageProvider>
    </BridgeProvider>,
  )
  await screen.findByText('end')
}

it('the first three levels of headings look different', async () => {
  await show('# One\n\n## Two\n\n### Three\n\nend')
  const looks = ['One', 'Two', 'Three'].map((name) => screen.getByText(name).className)
  expect(new Set(looks).size).toBe(3)
})

it('a table aligns its columns as the answer says', async () => {
  await show('| a | b | c |\n|---|:-:|--:|\n| left | middle | 12 |\n\nend')
  expect(screen.getByText('left').className).not.toMatch(/text-(center|right)/)
  expect(screen.getByText('middle').className).toContain('text-center')
  expect(screen.getByText('12').className).toContain('text-right')
  expect(screen.getByText('c').className).toContain('text-right')
})

it('a task has its box in place of a bullet, other items keep theirs', async () => {
  await show('- [x] done\n- [ ] open\n- plain\n\nend')
  const items = screen.getAllByRole('listitem')
  expect(items.map((item) => item.className.includes('list-none'))).toEqual([true, true, false])
  expect(items.map((item) => item.textContent.trim().slice(0, 1))).toEqual(['☑', '☐', 'p'])
})

it('a picture in an answer is not fetched, and a link to it takes its place', async () => {
  await show('![The chart](https://evil.example.net/a.png?stolen=1)\n\nend')
  expect(document.querySelector('img')).toBeNull()
  expect(screen.getByRole('link').textContent).toContain('Image not loaded: The chart')
})
