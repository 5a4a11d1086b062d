import { serverDraftSchema } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { createChatHarness } from '../testing/chat-harness.ts'

function createBench() {
  const harness = createChatHarness()
  const { host } = harness.build([])
  const controller = new AbortController()
  const progress: unknown[] = []
  const run = { onProgress: (one: unknown) => void progress.push(one), signal: controller.signal }
  const node = async () => (await host.runtimes.list()).runtimes.find(({ name }) => name === 'node')
  return { ...harness, runtimes: host.runtimes, host, controller, progress, run, node }
}

it('a copy is fetched after the person read its addresses, sizes and digests', async () => {
  const { runtimes, consent, run, progress, node, managedRuntimes } = createBench()
  consent.decision = 'allow'
  expect(await node()).toMatchObject({ found: null, managed: null, plan: { version: '26.1.0' } })
  expect(await runtimes.install('node', run)).toBe('installed')
  expect(consent.asked).toEqual([{ kind: 'runtime', plan: managedRuntimes.plan('node') }])
  expect(progress).toEqual([{ progress: 100, total: 100 }])
  expect(await node()).toMatchObject({ managed: { version: '26.1.0' } })
  await runtimes.remove('node')
  expect(await node()).toMatchObject({ managed: null })
})

it('nothing is fetched after a refusal, a cancel, or for a runtime without a copy', async () => {
  const { runtimes, consent, run, controller, managedRuntimes } = createBench()
  consent.decision = 'cancel'
  expect(await runtimes.install('node', run)).toBe('cancelled')
  consent.decision = 'allow'
  managedRuntimes.onFetch = () => controller.abort()
  expect(await runtimes.install('node', run)).toBe('cancelled')
  await expect(runtimes.install('docker', run)).rejects.toMatchObject({
    code: 'runtime/failed',
    data: { problem: 'not-for-this-system' },
  })
  expect(managedRuntimes.copies).toEqual([])
})

it('names the servers that run with the copy', async () => {
  const { runtimes, host, consent, run, server, node } = createBench()
  consent.decision = 'allow'
  await runtimes.install('node', run)
  const path = '/data/runtimes/node-26.1.0'
  const file = { role: 'code' as const, named: path, path, realPath: path, size: 1, sha256: 'a' }
  server.pin = { files: [{ ...file, modifiedAt: 0, changedAt: 0 }] }
  const transport = { kind: 'stdio' as const, command: 'npx', args: ['tool'], env: [] }
  await host.serverChangeConsent.propose(serverDraftSchema.parse({ name: 'files', transport }))
  expect(await node()).toMatchObject({ usedBy: ['files'] })
})

it('a picked program is kept for its runtime only, and forgotten again', async () => {
  const { runtimes, node } = createBench()
  expect(() => runtimes.pick('node', '/usr/bin/python3')).toThrow(
    expect.objectContaining({ code: 'runtime/other-program' }),
  )
  runtimes.pick('node', '/opt/a/bin/node')
  runtimes.pick('node', '/opt/b/bin/node')
  expect(await node()).toMatchObject({ picked: '/opt/b/bin/node' })
  runtimes.pick('node', null)
  expect(await node()).toMatchObject({ picked: null })
})
