import type { RouteOutput } from '@gatehouse/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, test, type Gatehouse } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { askEras } from './requirements/asks.ts'
import { expectBytes, type AnswerBytes } from './support/ask-bytes.ts'
import {
  addAsking,
  answerAll,
  callAll,
  connectCalling,
  fiveOf,
  longAsked,
  openCard,
  press,
  stopTurn,
  waitingAsks,
  type AskingServer,
} from './support/ask-world.ts'
import { requestTexts } from './support/models/models.ts'
import { request } from './support/routes.ts'
import { watchBrowser } from './support/sign-in/sign-in.ts'

type Ask = RouteOutput<'ask.list'>[number]

/** A server of each era, a model that calls their tools, and the browser of nobody. */
async function worldOf(gatehouse: Gatehouse) {
  const opened = await watchBrowser(gatehouse.app)
  const endpoint = await connectCalling(gatehouse.page)
  const servers: AskingServer[] = []
  for (const era of askEras) servers.push(await addAsking(gatehouse, era))
  return { servers, endpoint, opened }
}

/** Legacy servers take back what they asked; a modern one has nothing that it could take back. */
async function takeBack(page: Page, servers: readonly AskingServer[], ask: Ask): Promise<void> {
  for (const server of servers) server.takeBack()
  const ids = async () => (await request(page, 'ask.list', {})).map(({ id }) => id)
  await expect.poll(ids).not.toContain(ask.id)
}

async function deny(card: Locator): Promise<void> {
  await press(card, 'Deny…')
  await card.getByRole('textbox', { name: /^Reason/ }).press('Enter')
  await expect(card).toHaveCount(0)
}

test(
  'forms, then pages: five of each era at once, older than their calls may be, in a window loaded anew',
  nightly(
    'ask.every.form.taken-back-legacy',
    'ask.every.page.taken-back-legacy',
    ...askEras.flatMap(
      (era) =>
        [
          `ask.every.form.accept-${era}`,
          `ask.every.form.edit-${era}`,
          `ask.every.form.refuse-${era}`,
          `ask.every.form.time-limit-${era}`,
          `ask.every.form.window-${era}`,
          `ask.every.form.five-${era}`,
          `ask.every.page.accept-${era}`,
          `ask.every.page.refuse-${era}`,
          `ask.every.page.time-limit-${era}`,
          `ask.every.page.window-${era}`,
          `ask.every.page.five-${era}`,
        ] as const,
    ),
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { servers, opened } = await worldOf(gatehouse)
    await callAll(page, fiveOf(servers, 'ask-form'))
    const asked = await longAsked(gatehouse, 'elicitation', 10)
    for (const server of servers) {
      const { era } = server
      const accepted = await openCard(page, asked(`accept-${era}`))
      await accepted.getByRole('textbox', { name: 'city' }).fill('Bern')
      await press(accepted, 'Submit')
      const content = { city: 'Bern', count: 3 }
      await expectBytes(server, `accept-${era}`, { result: { action: 'accept', content } })
      const edited = await openCard(page, asked(`edit-${era}`))
      await edited.getByRole('textbox', { name: 'city' }).fill('Zürich\u00a0世界 "x"')
      await edited.getByRole('textbox', { name: 'count' }).fill('7')
      await press(edited, 'Submit')
      const changed = { city: 'Zürich\u00a0世界 "x"', count: 7 }
      await expectBytes(server, `edit-${era}`, { result: { action: 'accept', content: changed } })
      await press(await openCard(page, asked(`refuse-${era}`)), 'Decline')
      await expectBytes(server, `refuse-${era}`, { result: { action: 'decline' } })
    }
    await takeBack(page, servers, asked('taken-back-legacy'))
    await stopTurn(page)
    for (const server of servers) await expectBytes(server, `taken-back-${server.era}`)
    proves('ask.every.form.taken-back-legacy')
    for (const era of askEras) {
      proves(`ask.every.form.accept-${era}`, `ask.every.form.edit-${era}`)
      proves(`ask.every.form.refuse-${era}`, `ask.every.form.time-limit-${era}`)
      proves(`ask.every.form.window-${era}`, `ask.every.form.five-${era}`)
    }

    await callAll(page, fiveOf(servers, 'ask-url', '-page'))
    const pages = await longAsked(gatehouse, 'elicitation', 10)
    expect(await opened()).toEqual([])
    for (const server of servers) {
      const { era } = server
      await press(await openCard(page, pages(`accept-${era}-page`)), 'Open in browser')
      await expectBytes(server, `accept-${era}-page`, { result: { action: 'accept' } })
      await press(await openCard(page, pages(`refuse-${era}-page`)), 'Decline')
      await expectBytes(server, `refuse-${era}-page`, { result: { action: 'decline' } })
    }
    await takeBack(page, servers, pages('taken-back-legacy-page'))
    await stopTurn(page)
    for (const server of servers) await expectBytes(server, `taken-back-${server.era}-page`)
    const url = 'https://example.com/connect?id=7&label=accept-'
    expect(await opened()).toEqual(askEras.map((era) => `${url}${era}-page`))
    proves('ask.every.page.taken-back-legacy')
    for (const era of askEras) {
      proves(`ask.every.page.accept-${era}`, `ask.every.page.refuse-${era}`)
      proves(`ask.every.page.time-limit-${era}`, `ask.every.page.window-${era}`)
      proves(`ask.every.page.five-${era}`)
    }
  },
)

/** The response that a server gets when the answer of a model goes to it. */
function answerBytes(text: string): AnswerBytes {
  const content = { type: 'text', text }
  return {
    result: { model: 'scripted', role: 'assistant', content, stopReason: 'endTurn' },
  }
}

/** A legacy server receives an error; of a modern one the call ends, and it gets nothing. */
const refusedBy = ({ era }: AskingServer): AnswerBytes[] =>
  era === 'legacy' ? [{ error: { code: -1, message: 'User rejected sampling request' } }] : []

test(
  'requests for a model, then its answers: five of each era at once, older than their calls may be, in a window loaded anew',
  nightly(
    'ask.every.sampling-request.taken-back-legacy',
    'ask.every.sampling-response.taken-back-legacy',
    ...askEras.flatMap(
      (era) =>
        [
          `ask.every.sampling-request.accept-${era}`,
          `ask.every.sampling-request.edit-${era}`,
          `ask.every.sampling-request.refuse-${era}`,
          `ask.every.sampling-request.five-${era}`,
          `ask.every.sampling-request.time-limit-${era}`,
          `ask.every.sampling-request.window-${era}`,
          `ask.every.sampling-response.accept-${era}`,
          `ask.every.sampling-response.edit-${era}`,
          `ask.every.sampling-response.refuse-${era}`,
          `ask.every.sampling-response.five-${era}`,
          `ask.every.sampling-response.time-limit-${era}`,
          `ask.every.sampling-response.window-${era}`,
        ] as const,
    ),
  ),
  async ({ gatehouse }) => {
    const { page } = gatehouse
    const { servers, endpoint } = await worldOf(gatehouse)
    const modelRequests = () =>
      requestTexts(endpoint).filter((body) => !body.includes('"Call legacy'))
    const sendAnswer = async () => {
      const [answer] = await waitingAsks(page, 'sampling-response', 1)
      if (!answer) throw new Error('No model has answered.')
      await press(await openCard(page, answer), 'Send')
    }
    await callAll(page, fiveOf(servers, 'ask-sample'))
    const asked = await longAsked(gatehouse, 'sampling-request', 10)
    expect(modelRequests()).toEqual([])
    for (const server of servers) {
      const { era } = server
      await press(await openCard(page, asked(`accept-${era}`)), 'Run')
      await sendAnswer()
      await expectBytes(server, `accept-${era}`, answerBytes(`Heard: Say hello. (accept-${era})`))
      const edited = await openCard(page, asked(`edit-${era}`))
      await edited
        .getByRole('textbox', { name: /^Message/ })
        .first()
        .fill('Say goodbye.')
      await press(edited, 'Run')
      await sendAnswer()
      await expectBytes(server, `edit-${era}`, answerBytes('Heard: Say goodbye.'))
      await deny(await openCard(page, asked(`refuse-${era}`)))
      await expectBytes(server, `refuse-${era}`, ...refusedBy(server))
    }
    await takeBack(page, servers, asked('taken-back-legacy'))
    await stopTurn(page)
    for (const server of servers) await expectBytes(server, `taken-back-${server.era}`)
    expect(modelRequests()).toHaveLength(4)
    proves('ask.every.sampling-request.taken-back-legacy')
    for (const era of askEras) {
      proves(`ask.every.sampling-request.accept-${era}`, `ask.every.sampling-request.edit-${era}`)
      proves(`ask.every.sampling-request.refuse-${era}`, `ask.every.sampling-request.five-${era}`)
      proves(`ask.every.sampling-request.time-limit-${era}`)
      proves(`ask.every.sampling-request.window-${era}`)
    }

    await callAll(page, fiveOf(servers, 'ask-sample', '-answer'))
    await answerAll(page, await waitingAsks(page, 'sampling-request', 10))
    const answers = await longAsked(gatehouse, 'sampling-response', 10)
    for (const server of servers) {
      const { era } = server
      await press(await openCard(page, answers(`accept-${era}-answer`)), 'Send')
      await expectBytes(
        server,
        `accept-${era}-answer`,
        answerBytes(`Heard: Say hello. (accept-${era}-answer)`),
      )
      const edited = await openCard(page, answers(`edit-${era}-answer`))
      await edited.getByRole('textbox').first().fill('Said by the person: 你好')
      await press(edited, 'Send')
      await expectBytes(server, `edit-${era}-answer`, answerBytes('Said by the person: 你好'))
      await deny(await openCard(page, answers(`refuse-${era}-answer`)))
      await expectBytes(server, `refuse-${era}-answer`, ...refusedBy(server))
    }
    await takeBack(page, servers, answers('taken-back-legacy-answer'))
    await stopTurn(page)
    for (const server of servers) await expectBytes(server, `taken-back-${server.era}-answer`)
    proves('ask.every.sampling-response.taken-back-legacy')
    for (const era of askEras) {
      proves(`ask.every.sampling-response.accept-${era}`, `ask.every.sampling-response.edit-${era}`)
      proves(`ask.every.sampling-response.refuse-${era}`, `ask.every.sampling-response.five-${era}`)
      proves(`ask.every.sampling-response.time-limit-${era}`)
      proves(`ask.every.sampling-response.window-${era}`)
    }
  },
)
