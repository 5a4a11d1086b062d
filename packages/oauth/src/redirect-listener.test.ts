import { visitPage } from '@gatehouse/testkit'
import { expect, onTestFinished, test } from 'vitest'
import { openRedirectListener } from './redirect-listener.ts'

async function listen(language: 'en' | 'zh-CN' = 'en') {
  const strangers: string[] = []
  const listener = await openRedirectListener({
    port: 0,
    state: 'right',
    language,
    onStranger: (why) => strangers.push(why),
  })
  onTestFinished(() => listener.close())
  return { listener, strangers, uri: listener.redirectUri }
}

test('the redirect listener takes one answer with the right state, and no second one', async () => {
  const { listener, strangers, uri } = await listen()
  const visit = visitPage(`${uri}?code=one&state=right`)
  expect((await listener.answer).get('code')).toBe('one')
  listener.finish('done')
  expect(await visit).toMatchObject({ status: 200 })
  expect(await visitPage(`${uri}?code=two&state=right`)).toMatchObject({ status: 400 })
  expect(strangers).toEqual(['again'])
})

test.each([
  ['another name that leads here', '', { host: 'evil.example' }, 'host'],
  ['a script of a page', '', { 'sec-fetch-mode': 'cors' }, 'script'],
  ['a page that says where it is from', '', { origin: 'https://evil.example' }, 'origin'],
  ['another path', '/more', {}, 'path'],
])('the redirect listener refuses %s', async (...[, more, headers, why]) => {
  const { strangers, uri } = await listen()
  const page = await visitPage(`${uri}${more}?code=x&state=right`, headers)
  expect(page.status).toBe(400)
  expect(strangers).toEqual([why])
})

test('the page in the browser says nothing that came with the request', async () => {
  const { uri } = await listen()
  const page = await visitPage(`${uri}?state=%3Cscript%3E&code=secret-code&error=%3Cb%3E`)
  expect(page.text).not.toMatch(/script|secret-code|<b>/)
})

test('the page in the browser is in the language of the person', async () => {
  const { listener, uri } = await listen('zh-CN')
  const visit = visitPage(`${uri}?code=one&state=right`)
  await listener.answer
  listener.finish('done')
  expect((await visit).text).toContain('可以回到 Gatehouse 了')
})
