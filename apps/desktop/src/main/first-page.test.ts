import { expect, it } from 'vitest'
import { pageForLocale } from './first-page.ts'

const built = `<head>
    <link rel="modulepreload" href="./assets/en-1.js" data-words="en">
    <link rel="modulepreload" href="./assets/zh-1.js" data-words="zh-CN">
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
