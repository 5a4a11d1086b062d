import { expect, it } from 'vitest'
import { createAppHarness, startView, viewEndings } from '../testing/app-harness.ts'
import { ViewPictures } from './view-pictures.ts'

const box = { x: 10, y: 20, width: 700, height: 300 }

it('a view that ended leaves the picture that was taken of it last, and no other call has it', async () => {
  const app = createAppHarness()
  const all = await app.ready()
  const { host } = all
  const { viewId, place } = await startView(all)
  const other = await startView(all)
  await host.appViews.takePicture(viewId, box)
  await host.appViews.takePicture(viewId, { ...box, height: 400 })
  host.appViews.close(viewId, 'closed')
  app.harness.clock.advance(1000)
  await host.appViews.takePicture(viewId, { ...box, height: 500 })
  expect(host.appViews.picture(place)).toBe(`data:${viewId},700x400`)
  expect(host.appViews.picture(other.place)).toBeNull()
  expect(() => host.appViews.picture({ ...place, entryId: 'other' })).toThrow(
    expect.objectContaining({ code: 'chat/not-found' }),
  )
})

it('of five views the one ends that was drawn or used least recently', async () => {
  const app = createAppHarness()
  const all = await app.ready()
  const [first, second] = [await startView(all), await startView(all)]
  for (let count = 0; count < 2; count += 1) await startView(all)
  await all.host.appViews.takePicture(first.viewId, box)
  await startView(all)
  second.frame.send({ jsonrpc: '2.0', id: 'teardown', result: {} })
  expect(viewEndings(app.harness)).toEqual(['replaced'])
  expect([first.frame.isClosed, second.frame.isClosed]).toEqual([false, true])
})

it('a view that has a moment for its state keeps no other from its place', async () => {
  const app = createAppHarness()
  const all = await app.ready()
  const views = []
  for (let count = 0; count < 4; count += 1) views.push(await startView(all))
  views.push(await startView(all))
  // The first has its last second; it does not count, nor is it used again.
  await all.host.appViews.takePicture(views[0]?.viewId ?? '', box)
  views.push(await startView(all))
  app.harness.clock.advance(1000)
  expect(viewEndings(app.harness)).toEqual(['replaced', 'replaced'])
  expect(views.map(({ frame }) => frame.isClosed)).toEqual([true, true, false, false, false, false])
})

it('keeps the latest fifty pictures, and none that is large', () => {
  const pictures = new ViewPictures()
  for (let count = 0; count < 51; count += 1) pictures.keep(`call-${count}`, 'data:')
  pictures.keep('large', 'x'.repeat(400_001))
  expect(['call-0', 'call-1', 'call-50', 'large'].map((id) => pictures.of(id))).toEqual([
    null,
    'data:',
    'data:',
    null,
  ])
})
