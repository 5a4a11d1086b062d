import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../kit/index.ts'
import { sampleAppAccess } from '../lib/samples/sample-app-access.ts'
import { LanguageProvider } from '../lib/words/i18n.ts'
import { AppAccessConsent } from './app-access-consent.tsx'

afterEach(cleanup)

function show(locale: 'en' | 'zh-CN' = 'en', request = sampleAppAccess) {
  const { container } = render(
    <LanguageProvider locale={locale}>
      <KitProvider>
        <AppAccessConsent request={request} decide={() => Promise.resolve(true)} />
      </KitProvider>
    </LanguageProvider>,
  )
  const textOf = (selector: string) => container.querySelector(selector)?.textContent ?? ''
  return { all: container.textContent, textOf, container }
}

it('says of each host its exact name, its uses, its port, and what is doubtful about it', () => {
  const { textOf, all } = show()
  const wildcard = textOf('[data-host="https://*.tiles.example.com"]')
  expect(wildcard).toContain('*.tiles.example.com')
  expect(wildcard).toContain('Every host that ends in .tiles.example.com')
  expect(wildcard).toContain('loads scripts, styles, pictures, fonts and media')
  const alike = textOf('[data-host="https://xn--pple-43d.com:8443"]')
  for (const part of ['xn--pple-43d.com:8443', 'Port 8443', 'аpple.com', 'sends and reads data'])
    expect(alike).toContain(part)
  const here = textOf('[data-host="http://127.0.0.1:8080"]')
  for (const part of ['Not encrypted', 'on this computer', 'shows pages'])
    expect(here).toContain(part)
  expect(all).toContain('Everything the interface knows can go to these hosts')
})

it('says each permission in words, what is not given and why, the page and the server', () => {
  const { textOf, all, container } = show()
  expect(textOf('[data-permission="camera"]')).toContain('see through the camera')
  expect(container.querySelector('[data-permission="microphone"]')).toBeNull()
  expect(textOf('[data-refused="socket"]')).toContain('Web sockets are not carried')
  expect(textOf('[data-refused="local"]')).toContain('https://10.0.0.8')
  expect(textOf('[data-refused="location"]')).toContain('to a third party')
  for (const part of ['maps', 'Show route', 'ui://maps/route', sampleAppAccess.hash])
    expect(all).toContain(part)
})

it('compares with what was given before: what is new, what is gone, another page', () => {
  const { all, textOf } = show()
  expect(all).toContain('The page changed.')
  expect(all).not.toContain('program or address of the server changed')
  expect(all).toMatch(/It asks for more: .*tiles\.example\.com.*Camera/)
  expect(all).toContain('It no longer asks for: https://old.example.com.')
  expect(textOf('[data-permission="camera"]')).toContain('New')
  expect(textOf('[data-permission="clipboardWrite"]')).not.toContain('New')
  expect(textOf('[data-host="https://api.example.com"]')).not.toContain('New')
})

it('says in Chinese as well, and of a first one and a temporary chat what is true of them', () => {
  const { all } = show('zh-CN', { ...sampleAppAccess, before: null, isTemporary: true })
  expect(all).toContain('给予此界面网络或权限？')
  expect(all).toContain('此对话是临时的')
  expect(all).not.toContain('此后')
})
