import type { CDPSession, Page } from 'playwright-core'
import { chat } from '../support/chat.ts'
import { expect, requestsOf, test } from './browser-window.ts'

/** An input method, driven as the browser drives it. */
async function openInputMethod(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  return {
    /** Letters that are not chosen yet. */
    compose: (text: string) =>
      session.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      }),
    /** The words that are chosen in their place. */
    choose: (text: string) => session.send('Input.insertText', { text }),
    /** A key that the input method works on, as the page receives it. */
    async press(key: string) {
      for (const type of ['rawKeyDown', 'keyUp'] as const)
        await session.send('Input.dispatchKeyEvent', {
          type,
          key,
          code: key,
          windowsVirtualKeyCode: 229,
        })
    },
  }
}

const words = [
  { language: 'Chinese', letters: "ni'hao", chosen: '你好，世界' },
  { language: 'Japanese', letters: 'かんじ', chosen: '漢字かな交じり文' },
  { language: 'Korean', letters: '하', chosen: '한국어' },
  { language: 'a surrogate pair', letters: 'jyu', chosen: '𠮷野家 👩‍👩‍👧' },
]

for (const { language, letters, chosen } of words)
  test(`a composition of ${language} is neither sent nor lost, and is sent as it was chosen`, async ({
    openWindow,
  }) => {
    const page = await openWindow({ outputs: { 'chat.send': { turnId: 'turn-1' } } })
    const { composer } = chat(page)
    await composer.focus()
    const method = await openInputMethod(page)
    await method.compose(letters)
    await expect(composer).toHaveValue(letters)
    for (const key of ['Enter', 'Escape', 'ArrowUp', 'Tab']) await method.press(key)
    await expect(composer).toHaveValue(letters)
    await expect(composer).toBeFocused()
    await method.choose(chosen)
    await expect(composer).toHaveValue(chosen)
    expect(await requestsOf(page, 'chat.send')).toEqual([])
    await page.keyboard.press('Enter')
    await expect
      .poll(async () => (await requestsOf(page, 'chat.send')).map(({ text }) => text))
      .toEqual([chosen])
  })

for (const language of ['en', 'zh-CN'] as const)
  test(`text of several scripts is typed and kept as a draft, ${language}`, async ({
    openWindow,
  }) => {
    const page = await openWindow({ settings: { language } })
    const composer = page.locator('[data-composer]')
    await composer.focus()
    const text = 'Grüße, 日本語と中文, עברית, emoji 👩‍👩‍👧 and a tab'
    await page.keyboard.insertText(text)
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('second line')
    await expect(composer).toHaveValue(`${text}\nsecond line`)
    await expect
      .poll(async () => (await requestsOf(page, 'chat.save-draft')).at(-1)?.draft)
      .toBe(`${text}\nsecond line`)
  })
