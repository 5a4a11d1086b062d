import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { askEras } from './requirements/asks.ts'
import { bytesAbout, callsOf } from './support/ask-bytes.ts'
import { askEverything } from './support/ask-everything.ts'
import {
  addAsking,
  addFolders,
  connectCalling,
  waitingAsks,
  type AskingServer,
} from './support/ask-world.ts'
import { request } from './support/routes.ts'
import { resumeAfterCrash } from './support/safe-start.ts'
import { waitForServer } from './support/servers.ts'
import { watchBrowser } from './support/sign-in/sign-in.ts'

test.use({ ownApp: true })

const labels = ['answered', 'a-form', 'a-page', 'a-request', 'some-roots']

/**
 * Returns the messages that were sent for the asks after they were asked; a call that waits for approval was not
 * sent at all.
 */
const sentFor = (server: AskingServer): string[] => [
  ...labels.flatMap((label) => bytesAbout(server, label)),
  ...callsOf(server, 'visited').slice(1),
  ...callsOf(server, 'a-call'),
]

/** Kinds of asks that a server of either era makes. */
const askedKinds = [
  'form',
  'page',
  'sampling-request',
  'sampling-response',
  'roots',
  'tool-approval',
] as const

for (const era of askEras) {
  test(
    `everything that a ${era} server asked ends with the server, and with the app, and nothing is sent for it`,
    nightly(
      ...askedKinds.flatMap((kind) => [
        `ask.every.${kind}.killed-${era}` as const,
        `ask.every.${kind}.server-death-${era}` as const,
      ]),
      ...(era === 'legacy'
        ? ([
            'ask.every.page-wait.killed-legacy',
            'ask.every.page-wait.server-death-legacy',
          ] as const)
        : []),
    ),
    async ({ gatehouse }) => {
      const { app } = gatehouse
      await watchBrowser(app)
      await connectCalling(gatehouse.page)
      await addFolders(gatehouse)
      // A server over HTTP is not missed before it is sent something again.
      const server = await addAsking(gatehouse, era, { isProcess: true })
      const kinds = await askEverything(gatehouse.page, server)
      await gatehouse.kill9()
      expect(sentFor(server)).toEqual([])
      await gatehouse.restart()
      const { page } = gatehouse
      await resumeAfterCrash(page)
      expect(await request(page, 'ask.list', {})).toEqual([])
      /** Of a call that nobody had decided about the record says that in its decision. */
      const records = async (reason: string, since = 0) =>
        (await request(page, 'ask.history', { limit: 100 }))
          .filter(({ at }) => at >= since)
          .filter(({ withdrawn, kind, decision }) =>
            kind === 'tool-call' ? decision === 'withdrawn' : withdrawn === reason,
          )
          .map(({ kind }) => (kind === 'tool-call' ? 'tool-approval' : kind))
          .toSorted()
      expect(await records('app-ended')).toEqual(kinds.toSorted())
      expect(sentFor(server)).toEqual([])
      for (const kind of ['form', 'page', 'sampling-request', 'sampling-response'] as const)
        proves(`ask.every.${kind}.killed-${era}`)
      proves(`ask.every.roots.killed-${era}`, `ask.every.tool-approval.killed-${era}`)
      if (era === 'legacy') proves('ask.every.page-wait.killed-legacy')

      await waitForServer(page, server.id, 'ready')
      const before = server.received().length
      const later = { ...server, received: () => server.received().slice(before) }
      await watchBrowser(gatehouse.app)
      const since = Date.now()
      const again = await askEverything(page, later)
      await later.die()
      await waitingAsks(page, 'elicitation', 0)
      // What the server does not wait for is the person's to decide still.
      const ofPerson = new Set(['elicitation-wait', 'tool-approval'])
      const stays = again.filter((kind) => ofPerson.has(kind))
      const left = async () => (await request(page, 'ask.list', {})).map(({ kind }) => kind)
      await expect.poll(left).toEqual(stays)
      const ended = again.filter((kind) => !ofPerson.has(kind))
      expect(await records('connection-lost', since)).toEqual(ended.toSorted())
      expect(sentFor(later)).toEqual([])
      for (const kind of ['form', 'page', 'sampling-request', 'sampling-response'] as const)
        proves(`ask.every.${kind}.server-death-${era}`)
      proves(`ask.every.roots.server-death-${era}`, `ask.every.tool-approval.server-death-${era}`)
      if (era === 'legacy') proves('ask.every.page-wait.server-death-legacy')
    },
  )
}
