import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { askEras } from './requirements/asks.ts'
import {
  callAll,
  connectCalling,
  labels,
  outlastLimit,
  reopenWindow,
  TIME_LIMIT_MS,
  waitingAsks,
} from './support/ask-world.ts'
import { request } from './support/routes.ts'
import { resumeAfterCrash } from './support/safe-start.ts'
import { waitForServer } from './support/servers.ts'
import { addGuarded, press } from './support/sign-in/sign-in-steps.ts'
import {
  signInAt,
  signInCard,
  startGuardedServer,
  watchBrowser,
} from './support/sign-in/sign-in.ts'

for (const era of askEras) {
  test(
    `a sign-in at a ${era} server: ended with the app, refused, accepted, and once for five calls`,
    nightly(
      `ask.every.sign-in.killed-${era}`,
      `ask.every.sign-in.refuse-${era}`,
      `ask.every.sign-in.accept-${era}`,
      `ask.every.sign-in.five-${era}`,
      `ask.every.sign-in.window-${era}`,
      `ask.every.sign-in.time-limit-${era}`,
    ),
    async ({ gatehouse }) => {
      const guarded = await startGuardedServer(
        { era, toolScopes: { 'tell-label': 'labels:tell' } },
        (server) => {
          const content = [{ type: 'text' as const, text: 'told' }]
          server.registerTool('tell-label', { annotations: { readOnlyHint: true } }, () => ({
            content,
          }))
        },
      )
      const { issuer, server } = guarded
      const id = await addGuarded(gatehouse.page, guarded)
      await gatehouse.kill9()
      await gatehouse.restart()
      const { page } = gatehouse
      await resumeAfterCrash(page)
      const ended = (await request(page, 'ask.history', { limit: 20 })).filter(
        ({ kind }) => kind === 'sign-in',
      )
      expect(ended).toMatchObject([{ decision: 'withdrawn', withdrawn: 'app-ended' }])
      for (const path of ['/authorize', '/token']) expect(issuer.requests(path)).toEqual([])
      proves(`ask.every.sign-in.killed-${era}`)

      await connectCalling(page)
      const opened = await watchBrowser(gatehouse.app)
      const start = () => request(page, 'server.start', { id }).catch(() => undefined)
      await start()
      await page.keyboard.press('Control+3')
      await press(page, /^Not now/)
      await expect(signInCard(page)).toHaveCount(0)
      await waitForServer(page, id, 'failed')
      expect(await opened()).toEqual([])
      for (const path of ['/authorize', '/token']) expect(issuer.requests(path)).toEqual([])
      expect(server.responses.map(({ status }) => status)).not.toContain(200)
      proves(`ask.every.sign-in.refuse-${era}`)

      const refused = server.responses.length
      await start()
      await page.keyboard.press('Control+3')
      await press(page, /^Continue in browser/)
      await expect.poll(async () => (await opened()).length).toBe(1)
      await signInAt((await opened())[0])
      await waitForServer(page, id, 'ready')
      const [token, ...more] = issuer.requests('/token')
      expect(more).toEqual([])
      expect(Object.keys(token?.parameters ?? {}).toSorted()).toEqual(TOKEN_REQUEST)
      expect(token?.parameters).toMatchObject({
        grant_type: 'authorization_code',
        resource: server.url,
      })
      // The request that was refused is sent again as it was.
      const [first, again] = server.responses.slice(refused)
      expect(first?.status).toBe(401)
      expect(again?.status).not.toBe(401)
      expect(again?.raw).toBe(first?.raw)
      proves(`ask.every.sign-in.accept-${era}`)

      const { start: policy, requestTimeoutMs } = (await request(page, 'server.list', {}))[0]
        ?.config ?? {
        start: 'demand' as const,
        requestTimeoutMs: 60_000,
      }
      const toolTimeouts = [{ tool: 'tell-label', requestTimeoutMs: TIME_LIMIT_MS }]
      const behaviour = { start: policy, requestTimeoutMs, toolTimeouts }
      await request(page, 'server.adjust', { id, behaviour })
      await callAll(
        page,
        labels.map((label) => ['guarded', 'tell-label', label] as const),
      )
      const [ask] = await waitingAsks(page, 'sign-in', 1)
      if (!ask) throw new Error('Nobody asks for a sign-in.')
      const sent = (label: string) =>
        server.responses.filter(
          ({ tool, raw }) => tool === 'tell-label' && raw.includes(`"${label}"`),
        )
      await expect.poll(() => labels.flatMap(sent)).toHaveLength(5)
      await reopenWindow(gatehouse)
      await outlastLimit(page, ask)
      await page.keyboard.press('Control+3')
      await press(page, /^Continue in browser/)
      await expect.poll(async () => (await opened()).length).toBe(2)
      await signInAt((await opened())[1])
      for (const label of labels) {
        await expect.poll(() => sent(label).map(({ status }) => status)).toEqual([403, 200])
        const [before, after] = sent(label)
        expect(after?.raw).toBe(before?.raw)
      }
      expect(issuer.requests('/token')).toHaveLength(2)
      expect(await opened()).toHaveLength(2)
      proves(`ask.every.sign-in.five-${era}`, `ask.every.sign-in.window-${era}`)
      proves(`ask.every.sign-in.time-limit-${era}`)
      await guarded.close()
    },
  )
}

const TOKEN_REQUEST = [
  'client_id',
  'code',
  'code_verifier',
  'grant_type',
  'redirect_uri',
  'resource',
]
