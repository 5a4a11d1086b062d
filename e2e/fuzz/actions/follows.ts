import { request } from '../../support/routes.ts'
import { waitForServer } from '../../support/servers.ts'
import { toFront } from '../../support/windows.ts'
import type { Random } from '../random.mjs'
import type { World } from '../world.ts'
import type { Action } from './action.ts'
import { refuseAll } from './consenting-to.ts'

/** One that has resources, started if none runs. */
async function runningServer({ subject: { page } }: World, random: Random): Promise<string> {
  const all = (await request(page, 'server.list', {})).filter(({ config }) =>
    /^(plain|chaos)/.test(config.name),
  )
  const ready = all.filter(({ connection }) => connection.status === 'ready')
  const { id } = random.pick(ready.length > 0 ? ready : all).config
  if (ready.length > 0) return id
  await request(page, 'server.start', { id })
  await waitForServer(page, id, 'ready')
  return id
}

/** Attaches a resource that changes furiously from then on; then sends it, reads it again, keeps it or takes it out. */
async function follow(world: World, random: Random): Promise<string> {
  const { app, page } = world.subject.gatehouse
  await refuseAll(page)
  await toFront(app, page)
  const serverId = await runningServer(world, random)
  const { id } = await request(page, 'chat.create', {})
  const uri = `chaos:///${random.pick(['one', 'two', 'one/below'])}`
  const { id: attachmentId } = await request(page, 'chat.attach-resource', { id, serverId, uri })
  // It says that it changed as soon as it was read.
  await page.waitForTimeout(300)
  const states = (await request(page, 'chat.follows', { id })).map(({ state }) => state.kind)
  const next = random.weighted<() => Promise<unknown>>([
    [3, () => request(page, 'chat.read-again', { id, attachmentId })],
    [1, () => request(page, 'chat.keep-as-read', { id, attachmentId })],
    [1, () => request(page, 'chat.detach', { id, attachmentId })],
    [3, () => request(page, 'chat.send', { id, text: 'go', attachmentIds: [attachmentId] })],
  ])
  const did = await next().then(
    () => 'done',
    () => 'refused',
  )
  return `${states.join(' ') || 'not followed'}, ${did}`
}

export const followActions: Action[] = [{ name: 'follow a resource', weight: 4, run: follow }]
