import { pathToFileURL } from 'node:url'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { askEras } from './requirements/asks.ts'
import { bytesAbout, callsOf, callText, expectBytes, repeatedCall } from './support/ask-bytes.ts'
import {
  addAsking,
  addFolders,
  answerAll,
  callAll,
  connectCalling,
  fiveOf,
  labels,
  longAsked,
  openCard,
  outlastLimit,
  press,
  propose,
  reopenWindow,
  stopTurn,
  waitingAsks,
  type AskingServer,
} from './support/ask-world.ts'
import { watchBrowser } from './support/sign-in/sign-in.ts'

/** Has a server ask for folders once for each label; the one card that stands for all. */
async function askRoots({ page }: Gatehouse, { name }: AskingServer, ...of: string[]) {
  await callAll(
    page,
    of.map((label) => [name, 'ask-roots', label] as const),
  )
  const [ask] = await waitingAsks(page, 'roots', 1)
  if (!ask) throw new Error('Nobody asks for folders.')
  return ask
}

for (const era of askEras) {
  test(
    `folders for a ${era} server: one answer for all that wait, none, and one of two`,
    nightly(
      `ask.every.roots.accept-${era}`,
      `ask.every.roots.five-${era}`,
      `ask.every.roots.window-${era}`,
      `ask.every.roots.time-limit-${era}`,
      `ask.every.roots.edit-${era}`,
      `ask.every.roots.refuse-${era}`,
      ...(era === 'legacy' ? (['ask.every.roots.taken-back-legacy'] as const) : []),
    ),
    async ({ gatehouse }) => {
      const { page } = gatehouse
      await connectCalling(page)
      const folders = await addFolders(gatehouse)
      const rootsOf = (paths: string[]) => {
        const roots = paths.map((path) => ({
          uri: pathToFileURL(path).href,
          name: path.split('/').at(-1),
        }))
        return { result: { roots } }
      }
      const all = await addAsking(gatehouse, era, { name: 'all' })
      const five = await askRoots(gatehouse, all, ...labels)
      await reopenWindow(gatehouse)
      await outlastLimit(page, five)
      const card = await openCard(page, five)
      for (const name of ['site', 'notes'])
        await card.getByRole('checkbox', { name, exact: true }).check()
      expect(labels.flatMap((label) => bytesAbout(all, label))).toEqual([])
      await press(card, 'Share 2 folders')
      for (const label of labels) await expectBytes(all, label, rootsOf(folders))
      proves(`ask.every.roots.accept-${era}`, `ask.every.roots.five-${era}`)
      proves(`ask.every.roots.window-${era}`, `ask.every.roots.time-limit-${era}`)

      const one = await addAsking(gatehouse, era, { name: 'one' })
      const edited = await openCard(page, await askRoots(gatehouse, one, 'edit'))
      await edited.getByRole('checkbox', { name: 'notes', exact: true }).check()
      await press(edited, 'Share 1 folder')
      await expectBytes(one, 'edit', rootsOf(folders.slice(1)))
      proves(`ask.every.roots.edit-${era}`)

      const none = await addAsking(gatehouse, era, { name: 'none' })
      if (era === 'legacy') {
        await askRoots(gatehouse, none, 'taken-back')
        none.takeBack()
        await waitingAsks(page, 'roots', 0)
      }
      await press(await openCard(page, await askRoots(gatehouse, none, 'refuse')), 'Don’t share')
      await expectBytes(none, 'refuse', rootsOf([]))
      proves(`ask.every.roots.refuse-${era}`)
      if (era === 'modern') return
      expect(bytesAbout(none, 'taken-back')).toEqual([])
      proves('ask.every.roots.taken-back-legacy')
    },
  )
}

test(
  'calls: five at a server of each era wait for approval in a window loaded anew',
  nightly(
    ...askEras.flatMap((era) =>
      (['accept', 'edit', 'refuse', 'window', 'five', 'time-limit'] as const).map(
        (clause) => `ask.every.tool-approval.${clause}-${era}` as const,
      ),
    ),
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    await connectCalling(page)
    const servers: AskingServer[] = []
    for (const era of askEras) servers.push(await addAsking(gatehouse, era))
    await propose(page, fiveOf(servers, 'echo'))
    const asked = await longAsked(gatehouse, 'tool-approval', 10)
    for (const server of servers) {
      const { era } = server
      const calls = () => server.received().filter((text) => text.includes('"method":"tools/call"'))
      /** The next call that comes, and what it has to be. */
      const expectCall = async (count: number, text: string) => {
        await expect.poll(calls).toHaveLength(count)
        const call = calls().at(-1) ?? '{}'
        const { id, params } = JSON.parse(call) as { id: number; params: { _meta: object } }
        const { _meta } = params
        expect(call).toBe(callText(id, { name: 'echo', arguments: { text }, _meta }))
        expect(_meta).toMatchObject({ progressToken: id })
      }
      expect(calls()).toEqual([])
      await press(await openCard(page, asked(`accept-${era}`)), 'Allow once')
      await expectCall(1, `accept-${era}`)
      const card = await openCard(page, asked(`edit-${era}`))
      await card.getByRole('button', { name: 'Edit arguments' }).press('Enter')
      await card.getByRole('textbox').first().fill('edited "世界"')
      await press(card, 'Allow with changes')
      await expectCall(2, 'edited "世界"')
      const refused = await openCard(page, asked(`refuse-${era}`))
      await refused.getByRole('button', { name: 'Deny…' }).press('Enter')
      await refused.getByRole('textbox', { name: /^Reason/ }).press('Enter')
      await expect(refused).toHaveCount(0)
    }
    await stopTurn(page)
    for (const server of servers) {
      const { era } = server
      for (const label of ['refuse', 'taken-back', 'last'])
        expect(callsOf(server, `${label}-${era}`)).toEqual([])
      proves(`ask.every.tool-approval.accept-${era}`, `ask.every.tool-approval.edit-${era}`)
      proves(`ask.every.tool-approval.refuse-${era}`, `ask.every.tool-approval.window-${era}`)
      proves(`ask.every.tool-approval.five-${era}`, `ask.every.tool-approval.time-limit-${era}`)
    }
  },
)

test(
  'pages that calls of a legacy server wait for: five at once, in a window loaded anew',
  nightly(
    'ask.every.page-wait.accept-legacy',
    'ask.every.page-wait.refuse-legacy',
    'ask.every.page-wait.taken-back-legacy',
    'ask.every.page-wait.time-limit-legacy',
    'ask.every.page-wait.window-legacy',
    'ask.every.page-wait.five-legacy',
  ),
  async ({ gatehouse }) => {
    const { page, app } = gatehouse
    const opened = await watchBrowser(app)
    await connectCalling(page)
    const server = await addAsking(gatehouse, 'legacy')
    await callAll(page, fiveOf([server], 'need-url'))
    await answerAll(page, await waitingAsks(page, 'elicitation', 5))
    expect(await opened()).toHaveLength(5)
    const asked = await longAsked(gatehouse, 'elicitation-wait', 5)
    const sent = (label: string) => callsOf(server, `${label}-legacy`)
    for (const label of labels) expect(sent(label)).toHaveLength(1)
    await press(await openCard(page, asked('accept-legacy')), 'Retry now')
    await expect.poll(() => sent('accept')).toHaveLength(2)
    expect(sent('accept')[1]).toBe(repeatedCall(server, 'accept-legacy'))
    await press(await openCard(page, asked('refuse-legacy')), 'Cancel')
    server.takeBack()
    await expect.poll(() => sent('taken-back')).toHaveLength(2)
    expect(sent('taken-back')[1]).toBe(repeatedCall(server, 'taken-back-legacy'))
    await stopTurn(page)
    for (const label of ['refuse', 'edit', 'last']) expect(sent(label)).toHaveLength(1)
    proves('ask.every.page-wait.accept-legacy', 'ask.every.page-wait.refuse-legacy')
    proves('ask.every.page-wait.taken-back-legacy', 'ask.every.page-wait.time-limit-legacy')
    proves('ask.every.page-wait.window-legacy', 'ask.every.page-wait.five-legacy')
  },
)
