import { proves } from '@gatehouse/testkit/proves'
import { expect, it } from 'vitest'
import { effectiveNetwork } from '../secrets/proxy-secrets.ts'
import { createChatHarness } from '../testing/chat-harness.ts'
import { textDigest } from '../testing/in-memory-ports.ts'

const PROXY = { url: 'http://proxy.example:3128', user: 'ann', password: 'hush' }
const signal = new AbortController().signal

function start() {
  const harness = createChatHarness()
  const { host } = harness.build([])
  const { stores, vault, consent, network } = harness
  const deps = { stores, vault, digest: textDigest }
  return { host, stores, vault, consent, network, deps }
}

const pick = async (host: ReturnType<typeof start>['host'], path: string) => {
  const { sha256 } = await host.network.readAuthorities(path)
  return { path, sha256 }
}

/**
 * @threat network.page-script
 * @attacker page
 * @tries Sets a proxy and a certificate authority of its own for all models and servers, to read keys and chats.
 * @stoppedBy Another proxy, another user of it and certificates that were not trusted before are decided in the consent
 * window, which shows what main read.
 */
it('another proxy is put before the person with its user; the password is in the keychain only', async () => {
  const { host, stores, consent, deps } = start()
  expect(await host.network.save({ proxy: PROXY, authorities: 'keep' })).toEqual({
    outcome: 'changed',
  })
  expect(consent.asked).toMatchObject([
    {
      kind: 'network',
      before: { proxy: 'system', certificates: [] },
      after: {
        proxy: { url: 'http://proxy.example:3128', user: 'ann', hasPassword: true },
        certificates: [],
      },
    },
  ])
  expect(JSON.stringify(stores.settings.load())).not.toContain('hush')
  expect(await effectiveNetwork(undefined, deps)).toMatchObject({
    proxy: { user: 'ann', password: 'hush', skipsLoopback: true },
  })
  const groups = await host.secrets.list()
  expect(groups).toMatchObject([
    { owner: { kind: 'network' }, secrets: [{ subject: { kind: 'proxy-password', user: 'ann' } }] },
  ])
  proves('network.proxy.consent')
  proves('network.proxy.password')
})

it('what the person refuses is not saved, and its password is nowhere', async () => {
  const { host, stores, consent, vault } = start()
  consent.decision = 'cancel'
  expect(await host.network.save({ proxy: PROXY, authorities: null })).toEqual({
    outcome: 'cancelled',
  })
  expect(stores.settings.load().network).toEqual({ proxy: 'system', authorities: null })
  expect(JSON.stringify(vault)).not.toContain('hush')
  expect(await host.secrets.list()).toEqual([])
})

/**
 * @threat network.proxy-password
 * @attacker page
 * @tries Points the app at another proxy and keeps the stored password.
 * @stoppedBy The password is bound to the origin of the proxy and to the user.
 */
it('a stored password stays for the same proxy and user, and is refused for another', async () => {
  const { host, consent, deps } = start()
  await host.network.save({ proxy: PROXY, authorities: 'keep' })
  consent.asked.length = 0
  await host.network.save({ proxy: { ...PROXY, password: null }, authorities: 'keep' })
  expect(consent.asked).toEqual([])
  expect(await effectiveNetwork(undefined, deps)).toMatchObject({ proxy: { password: 'hush' } })
  for (const change of [{ url: 'http://other.example:1' }, { user: 'bob' }])
    await expect(
      host.network.save({ proxy: { ...PROXY, ...change, password: null }, authorities: 'keep' }),
    ).rejects.toMatchObject({ code: 'server/secret-elsewhere' })
  await host.network.save({ proxy: 'none', authorities: 'keep' })
  expect(await host.secrets.list()).toEqual([])
})

it('a server’s own setting comes before that of the app, field by field', async () => {
  const { host, network, deps } = start()
  network.files.set('/ca', 'CN=Ours')
  await host.network.save({ proxy: PROXY, authorities: await pick(host, '/ca') })
  const copy = [...network.stored][0]
  expect(await effectiveNetwork(undefined, deps)).toMatchObject({ caFile: copy })
  const own = { url: 'http://own.example:1/' }
  expect(await effectiveNetwork({ proxy: own }, deps)).toEqual({ proxy: own, caFile: copy })
  expect(await effectiveNetwork({ proxy: 'none' }, deps)).toEqual({ proxy: 'none', caFile: copy })
  expect(await effectiveNetwork({ proxy: 'system', caFile: '/own' }, deps)).toMatchObject({
    proxy: { url: 'http://proxy.example:3128', skipsLoopback: true },
    caFile: '/own',
  })
  await host.network.save({ proxy: 'system', authorities: null })
  expect(await effectiveNetwork(undefined, deps)).toBeUndefined()
  expect(network.stored.size).toBe(0)
  proves('network.proxy.precedence')
})

/** @threat network.page-script */
it('new certificates are consented to by what they are, fewer are not asked about', async () => {
  const { host, network, consent } = start()
  network.files.set('/ca', 'CN=Ours\nCN=Theirs')
  await host.network.save({ proxy: 'system', authorities: await pick(host, '/ca') })
  expect(consent.asked).toMatchObject([
    { after: { certificates: [{ subject: 'CN=Ours' }, { subject: 'CN=Theirs' }] } },
  ])
  network.files.set('/ca', 'CN=Ours')
  await host.network.save({ proxy: 'system', authorities: await pick(host, '/ca') })
  await host.network.save({ proxy: 'system', authorities: null })
  expect(consent.asked).toHaveLength(1)
  proves('network.authorities.consent')
})

/**
 * @threat network.swapped-file
 * @attacker program
 * @tries Replaces the file of certificate authorities between its display and its use.
 * @stoppedBy Main reads the file again and compares its digest with the one that was shown. The app trusts its own
 * copy.
 */
it('a file that was changed after it was shown is not asked about', async () => {
  const { host, network, consent, stores } = start()
  network.files.set('/ca', 'CN=Ours')
  const shown = await pick(host, '/ca')
  network.files.set('/ca', 'CN=Evil')
  await expect(host.network.save({ proxy: 'system', authorities: shown })).rejects.toMatchObject({
    code: 'network/authorities-changed',
  })
  expect(consent.asked).toEqual([])
  expect(stores.settings.load().network.authorities).toBeNull()
})

it('a password that cannot be read holds up nothing but the proxy itself', async () => {
  const { host, network, vault, stores, deps } = start()
  await host.network.save({ proxy: PROXY, authorities: 'keep' })
  await host.network.test('https://example.org/', signal)
  const { proxy } = stores.settings.load().network
  const ref = typeof proxy === 'object' && proxy.password?.kind === 'secret' && proxy.password.ref
  await vault.delete(String(ref))
  await host.network.test('https://example.org/', signal)
  expect(network.tested).toMatchObject([
    { proxy: { password: 'hush' } },
    { proxy: { user: 'ann', lacksPassword: true } },
  ])
  expect(await effectiveNetwork({ proxy: 'none' }, deps)).toEqual({ proxy: 'none' })
})
