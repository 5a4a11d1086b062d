import { cleanup, render } from '@testing-library/react'
import { proves } from '@gatehouse/testkit/proves'
import fc from 'fast-check'
import { defaultRemarkPlugins, Streamdown } from 'streamdown'
import { afterEach, describe, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { remarkCjkEmphasis } from './cjk-emphasis.ts'
import { Markdown } from './markdown.tsx'
import { plainText } from './plain-text.ts'

afterEach(cleanup)

/** Returns the drawn text, with a letter around emphasised parts. */
function drawn(text: string, streaming = false): string {
  const { container } = render(
    <LanguageProvider locale="zh-CN">
      <KitProvider>
        <Markdown text={text} streaming={streaming} />
      </KitProvider>
    </LanguageProvider>,
  )
  const mark = { STRONG: 'b', EM: 'i', DEL: 's', CODE: 'c' } as const
  const read = (node: Node): string => {
    const inner = [...node.childNodes].map(read).join('') || (node.textContent ?? '')
    if (!(node instanceof HTMLElement)) return inner
    const letter = Object.entries(mark).find(
      ([tag]) => tag === node.tagName || node.dataset['streamdown'] === tag.toLowerCase(),
    )?.[1]
    return letter ? `<${letter}>${inner}</${letter}>` : inner
  }
  return read(container)
}

const sentences: [text: string, wanted: string, plain: string][] = [
  ['**重点。**后文', '<b>重点。</b>后文', '重点。后文'],
  ['请看**“重点”**部分', '请看<b>“重点”</b>部分', '请看“重点”部分'],
  [
    '这是**中文文本（带括号）。**这句子继续。',
    '这是<b>中文文本（带括号）。</b>这句子继续。',
    '这是中文文本（带括号）。这句子继续。',
  ],
  ['用*《红楼梦》*举例', '用<i>《红楼梦》</i>举例', '用《红楼梦》举例'],
  ['价格~~（旧价）~~已调整', '价格<s>（旧价）</s>已调整', '价格（旧价）已调整'],
  [
    '**この文は太字です。**この文も続きます。',
    '<b>この文は太字です。</b>この文も続きます。',
    'この文は太字です。この文も続きます。',
  ],
  ['**이 용어(term)**을 강조', '<b>이 용어(term)</b>을 강조', '이 용어(term)을 강조'],
  ['先运行**`npm test`**再提交', '先运行<b><c>npm test</c></b>再提交', '先运行npm test再提交'],
]

describe('emphasis beside the punctuation of Chinese, Japanese and Korean', () => {
  it.each(sentences)('%s is drawn without its marks', (text, wanted, plain) => {
    expect(drawn(text)).toBe(wanted)
    proves('chat.emphasis.drawn')
    expect(plainText(text)).toBe(plain)
    proves('chat.emphasis.copied')
  })

  it('is drawn while the answer grows', () => {
    expect(drawn('结论：**先做测试。**然后', true)).toBe('结论：<b>先做测试。</b>然后')
    proves('chat.emphasis.grows')
  })

  it('leaves what is code, escaped or a product as it is', () => {
    expect(drawn('`**重点。**后文`')).toBe('<c>**重点。**后文</c>')
    expect(drawn(String.raw`\*\*重点。\*\*后文`)).toBe('**重点。**后文')
    expect(drawn('面积是 3 * 4 平方米，体积是 2 * 3 * 4。')).toBe(
      '面积是 3 * 4 平方米，体积是 2 * 3 * 4。',
    )
    expect(drawn('文件名_（旧）_新')).not.toContain('<i>')
  })
})

const html = (text: string, remarkPlugins: readonly object[]): string => {
  const { container, unmount } = render(
    <Streamdown mode="static" controls={false} remarkPlugins={[...remarkPlugins] as never}>
      {text}
    </Streamdown>,
  )
  const { innerHTML } = container
  unmount()
  return innerHTML
}

it('Latin, Greek and Cyrillic markdown is drawn as it was, whatever marks it has', () => {
  const before = Object.values(defaultRemarkPlugins) as object[]
  const pieces = [
    '*',
    '**',
    '***',
    '_',
    '__',
    '~',
    '~~',
    ' ',
    '\n',
    '(',
    ')',
    '.',
    ',',
    '"',
    '“',
    '—',
    'a',
    'bé',
    '7',
    '`',
    '[x](y)',
    '\\',
    'Ω',
    'и',
    '€',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 24 }), (parts) => {
      const text = parts.join('')
      expect(html(text, [...before, remarkCjkEmphasis])).toBe(html(text, before))
    }),
    { numRuns: 300 },
  )
  proves('chat.emphasis.same')
})
