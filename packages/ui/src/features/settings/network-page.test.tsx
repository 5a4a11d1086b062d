import type { RouteInput } from '@gatehouse/contract'
import { defaultSettings } from '@gatehouse/domain'
import type { NetworkSettings, NetworkTest } from '@gatehouse/domain/network'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../kit/index.ts'
import { BridgeProvider } from '../../lib/bridge/bridge.tsx'
import { LanguageProvider, type Locale } from '../../lib/words/i18n.ts'
import { createQueryClient } from '../../lib/queries/query-client.ts'
import { createSampleBridge } from '../../lib/samples/sample-bridge.ts'
import { createUiStore, UiStoreProvider } from '../../lib/ui-store.tsx'
import { NetworkPage } from './network-page.tsx'

afterEach(cleanup)

const DIRECT: NetworkSettings = { proxy: 'system', authorities: null }
const SAVED: NetworkSettings = {
  proxy: {
    url: 'http://proxy.example:3128',
    user: 'ann',
    password: { kind: 'secret', ref: 'network/global/proxy/password/1' },
  },
  authorities: {
    name: 'company.pem',
    file: '/copies/1.pem',
    certificates: [
      { subject: 'CN=Ours', issuer: 'CN=Root', validFrom: 0, validTo: 1, fingerprint: 'ab12' },
    ],
  },
}

async function open(
  network: NetworkSettings,
  outcome: NetworkTest = { kind: 'reached', status: 200, proxy: null },
  locale: Locale = 'en',
) {
  const saved: RouteInput<'network.save'>[] = []
  const bridge = createSampleBridge({
    handlers: {
      'app.settings': () => ({ ...defaultSettings, network }),
      'network.choose-authorities': () => ({
        path: '/home/ann/new.pem',
        name: 'new.pem',
        sha256: 'a'.repeat(64),
        certificates: [
          {
            subject: 'CN=New',
            issuer: 'CN=New',
            validFrom: 0,
            validTo: 9e12,
            fingerprint: 'cd34',
          },
        ],
      }),
      'network.save': (draft) => {
        saved.push(draft)
        return { outcome: 'changed' }
      },
      'network.test': () => outcome,
    },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <QueryClientProvider client={createQueryClient()}>
        <UiStoreProvider store={createUiStore()}>
          <LanguageProvider locale={locale}>
            <KitProvider>
              <NetworkPage />
            </KitProvider>
          </LanguageProvider>
        </UiStoreProvider>
      </QueryClientProvider>
    </BridgeProvider>,
  )
  await screen.findByRole('radio', { name: locale === 'en' ? 'No proxy' : '不使用代理' })
  return saved
}

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))
const fill = (label: RegExp, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))

it('what is typed is saved, with the digest of the file that was shown', async () => {
  const saved = await open(DIRECT)
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Custom proxy' })))
  await fill(/^Proxy URL/, 'proxy.example')
  await press('Save')
  expect(saved).toEqual([])
  expect(screen.getByText(/Enter the URL of an HTTP proxy/)).toBeTruthy()
  await fill(/^Proxy URL/, 'http://proxy.example:3128')
  await fill(/^User name/, 'ann')
  await fill(/^Password/, 'hush')
  await press('Choose file…')
  expect(await screen.findByText('CN=New')).toBeTruthy()
  await press('Save')
  expect(saved).toEqual([
    {
      proxy: { url: 'http://proxy.example:3128', user: 'ann', password: 'hush' },
      authorities: { path: '/home/ann/new.pem', sha256: 'a'.repeat(64) },
    },
  ])
})

it('a saved password is kept for its proxy only, and an expired certificate is marked', async () => {
  const saved = await open(SAVED)
  expect(screen.getByText('CN=Ours')).toBeTruthy()
  expect(screen.getByText('Issued by CN=Root')).toBeTruthy()
  expect(screen.getByText('Expired')).toBeTruthy()
  await press('Remove company.pem')
  await press('Save')
  await fill(/^Proxy URL/, 'http://other.example:1')
  await press('Save')
  expect(screen.getByText(/Type the password again/)).toBeTruthy()
  expect(saved).toEqual([
    {
      proxy: { url: 'http://proxy.example:3128', user: 'ann', password: null },
      authorities: null,
    },
  ])
})

it.each<[NetworkTest, string]>([
  [{ kind: 'reached', status: 401, proxy: null }, 'responded directly, without a proxy'],
  [{ kind: 'reached', status: 200, proxy: 'p:1' }, 'responded through the proxy p:1'],
  [{ kind: 'proxy', proxy: 'p:1', reason: '407' }, 'p:1 wants another user name or password'],
  [{ kind: 'proxy', proxy: 'p:1', reason: '403' }, 'p:1 refused to connect to'],
  [{ kind: 'proxy', proxy: 'p:1', reason: 'SOCKS' }, 'SOCKS proxy, which is not supported'],
  [{ kind: 'proxy', proxy: 'p:1', reason: 'ECONNREFUSED' }, 'p:1 could not be reached'],
  [{ kind: 'certificate', reason: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'is not trusted'],
  [{ kind: 'unreachable', reason: 'ENOTFOUND' }, 'could not be found'],
  [{ kind: 'unreachable', reason: 'EHOSTUNREACH' }, 'could not be reached (EHOSTUNREACH)'],
])('the outcome %j of a test is a sentence', async (outcome, words) => {
  await open(DIRECT, outcome)
  await fill(/^Address to test/, 'https://models.example/v1')
  await press('Test')
  expect((await screen.findByText(/models\.example|p:1/)).textContent).toContain(words)
})

it('is in Chinese as well', async () => {
  await open(SAVED, { kind: 'proxy', proxy: 'p:1', reason: '407' }, 'zh-CN')
  expect(screen.getByText('已过期')).toBeTruthy()
  await press('测试')
  expect(await screen.findByText('代理 p:1 需要其他用户名或密码。')).toBeTruthy()
})
