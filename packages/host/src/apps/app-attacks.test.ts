import type { JsonValue } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import {
  askHost,
  createAppHarness,
  startView,
  viewEndings,
  viewEvents,
} from '../testing/app-harness.ts'

async function attacked() {
  const app = createAppHarness()
  const all = await app.ready()
  const view = await startView(all)
  const sendText = (text: string): void => view.frame.listener?.onMessage(text)
  return { ...app, ...view, all, sendText }
}

/** @threat apps.flood */
it('deep JSON and foreign keys change nothing, and end a view that goes on', async () => {
  const { harness, all, frame, sendText } = await attacked()
  const deep = `${'['.repeat(500)}${']'.repeat(500)}`
  const known = frame.received.length
  sendText(`{"jsonrpc":"2.0","method":"ui/message","id":1,"params":${deep}}`)
  sendText('{"jsonrpc":"2.0","__proto__":{"polluted":true},"method":"x"}')
  sendText('{"jsonrpc":"2.0","constructor":{"prototype":{"polluted":true}},"method":"x"}')
  expect('polluted' in Object.prototype).toBe(false)
  expect(frame.received).toHaveLength(known)
  for (const id of [{}, [], null, 'x'.repeat(201), 1.5] as JsonValue[])
    frame.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'save' } })
  expect(all.host.asks.pending()).toEqual([])
  expect(viewEndings(harness)).toEqual([])
  for (let count = 0; count < 20; count += 1) sendText(deep)
  expect(viewEndings(harness)).toEqual(['over-limits'])
})

/** @threat apps.flood */
it('sizes that are none are not passed on', async () => {
  const { harness, frame, sendText } = await attacked()
  for (const height of ['NaN', '-5', '1e9', '"9"', 'null', '1e999'])
    sendText(
      `{"jsonrpc":"2.0","method":"ui/notifications/size-changed","params":{"height":${height}}}`,
    )
  frame.send({ jsonrpc: '2.0', method: 'ui/notifications/size-changed' })
  harness.clock.advance(1000)
  expect(viewEvents(harness).filter(({ type }) => type === 'resized')).toEqual([])
})

/** @threat apps.unseen-calls */
it('a tool is called by its exact name on its own server alone', async () => {
  const { all, frame } = await attacked()
  const other = all.host.servers.list()[0]
  for (const name of ['files__save', 'other__save', 'Save', 'save ', `${other?.config.id}/save`])
    expect(await askHost(frame, 'tools/call', { name })).toMatchObject({ error: {} })
  expect(all.host.asks.pending()).toEqual([])
})
