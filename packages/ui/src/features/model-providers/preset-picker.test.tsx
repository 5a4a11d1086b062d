import { OWN_PAGES } from '@gatehouse/domain/links'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { LanguageProvider, type Locale } from '../../lib/words/i18n.ts'
import { PresetPicker } from './preset-picker.tsx'
import { PROVIDER_PRESETS } from './preset-table.ts'
import { inLocale, OTHER, presetOfProvider } from './provider-presets.ts'

afterEach(cleanup)

async function type(text: string, locale: Locale = 'en') {
  const choose = vi.fn<(preset: string) => void>()
  render(
    <LanguageProvider locale={locale}>
      <KitProvider>
        <PresetPicker value={OTHER} onChange={choose} />
      </KitProvider>
    </LanguageProvider>,
  )
  const input: HTMLInputElement = screen.getByRole('combobox')
  await act(async () => input.focus())
  // The name of the choice is selected, so that what is typed takes its place.
  expect(input.selectionStart).toBe(0)
  expect(input.selectionEnd).toBe(input.value.length)
  await act(async () =>
    fireEvent.input(input, { target: { value: text }, inputType: 'insertText' }),
  )
  const found = screen.queryAllByRole('option').map(({ textContent }) => textContent)
  return { input, found, choose }
}

it.each([
  ['月之暗面', ['Moonshot Kimi (China)', 'Moonshot Kimi (international)']],
  ['kimi intl', []],
  ['kimi inter', ['Moonshot Kimi (international)']],
  ['豆包', ['Volcengine Doubao']],
  ['grok', ['xAI']],
  ['baidubce.com', ['Baidu Qianfan']],
  ['compatible)', ['Other (OpenAI-compatible)']],
])('%s is found by name, Chinese name, alias or address', async (text, expected) => {
  expect((await type(text)).found).toEqual(expected)
})

it('finds English names in the Chinese interface, under headings', async () => {
  expect((await type('zhipu', 'zh-CN')).found).toEqual([
    '智谱 GLM（中国）',
    '智谱 Z.ai GLM（国际）',
  ])
  expect(screen.getByRole('group', { name: '中国提供方' })).toBeTruthy()
})

it('Enter takes the first of what was found', async () => {
  const { input, choose } = await type('hugging')
  await act(async () => fireEvent.keyDown(input, { key: 'Enter' }))
  expect(choose.mock.calls).toEqual([['huggingface']])
})

it('each preset has an address and a page of keys, and the day on which they were read', () => {
  const ids = PROVIDER_PRESETS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const groups = PROVIDER_PRESETS.map(({ group }) => group)
  // One heading for each group: those of a group stand together.
  expect(groups.filter((group, at) => group !== groups[at - 1])).toEqual([...new Set(groups)])
  for (const preset of PROVIDER_PRESETS) {
    const { documentation, keyPage, baseUrl, group } = preset
    expect(documentation.readOn).toMatch(/^20\d\d-[01]\d-[0-3]\d$/)
    for (const page of [documentation.url, inLocale(keyPage, 'en'), inLocale(keyPage, 'zh-CN')])
      expect(new URL(page).protocol).toBe('https:')
    if (baseUrl === '') continue
    expect(new URL(baseUrl).protocol).toBe(group === 'own' ? 'http:' : 'https:')
    expect(baseUrl).not.toMatch(/\/$/)
    expect(presetOfProvider(preset)).toBe(preset)
  }
})

it('main opens each page of keys without a question', () => {
  for (const { keyPage } of PROVIDER_PRESETS)
    for (const page of [inLocale(keyPage, 'en'), inLocale(keyPage, 'zh-CN')])
      expect(OWN_PAGES).toContain(new URL(page).href)
})
