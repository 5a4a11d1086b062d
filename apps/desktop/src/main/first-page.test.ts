import { expect, it } from 'vitest'
import { filesOf, pageForLocale } from './first-page.ts'

const built = `<head>
    <script type="module" src="./assets/en-1.js" data-words="en"></script>
    <script type="module" src="./assets/zh-1.js" data-words="zh-CN"></script>
    <link rel="stylesheet" href="./assets/index.css">
</head>`

it.each([
  ['en-GB', 'en-1', 'zh-1'],
  ['zh-Hans-CN', 'zh-1', 'en-1'],
  ['fr', 'en-1', 'zh-1'],
])('asks for the words of %s and of no other language', (locale, asked, left) => {
  const page = pageForLocale(built, locale)
  expect(page).toContain(asked)
  expect(page).not.toContain(left)
  expect(page).toContain('index.css')
})

it('names the files that a page will ask for', () => {
  expect(filesOf(pageForLocale(built, 'en'))).toEqual(['/assets/en-1.js', '/assets/index.css'])
})
