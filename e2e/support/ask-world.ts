import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  handwrittenServerCommand,
  readRecording,
  startHandwrittenServer,
  withDisplayHash,
  type FakeModelEndpoint,
  type FakeModelRequest,
  type FakeStep,
} from '@gatehouse/testkit'
import type { RouteOutput } from '@gatehouse/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, type Gatehouse } from '../launch.ts'
import type { AskEra } from '../requirements/asks.ts'
import { chat } from './chat.ts'
import { consenting } from './consent.ts'
import { connectScripted } from './models/models.ts'
import { request } from './routes.ts'
import { addServer } from './servers.ts'

type Ask = RouteOutput<'ask.list'>[number]
type AskAnswer = Parameters<typeof withDisplayHash>[1]

/** A server that asks, and keeps every byte that it received. */
export interface AskingServer {
  id: string
  name: string
  era: AskEra
  /** Every message that it received, as it came. */
  received(): string[]
  /** Takes back what it asked with labels that begin with `taken-back`; only in the legacy era. */
  takeBack(): void
  /** Ends without a word. */
  die(): Promise<void>
}

/** Time limit of a call in milliseconds; asks wait for longer. */
export const TIME_LIMIT_MS = 2500

/**
 * Adds a server of an era: the legacy one as a process, the modern one over Streamable HTTP where nothing else is
 * said. From then on its calls have a short time limit.
 */
export async function addAsking(
  { page, userData }: Gatehouse,
  era: AskEra,
  { name = era, isProcess = era === 'legacy' }: { name?: string; isProcess?: boolean } = {},
): Promise<AskingServer> {
  const record = join(userData, `${name}.jsonl`)
  const server = isProcess ? asProcess(era, record) : await overHttp()
  const { config } = await addServer(page, server.target, {
    name,
    protocol: era === 'legacy' ? 'legacy' : 'auto',
  })
  const { id, start, requestTimeoutMs } = config
  const toolTimeouts = TOOLS.map((tool) => ({ tool, requestTimeoutMs: TIME_LIMIT_MS }))
  const behaviour = { start, requestTimeoutMs, toolTimeouts }
  await request(page, 'server.adjust', { id, behaviour })
  return { ...server, id, name, era }
}

const TOOLS = ['echo', 'ask-form', 'ask-url', 'need-url', 'ask-sample', 'ask-roots']

function asProcess(era: AskEra, record: string) {
  const sendSignal = (signal: NodeJS.Signals): void => {
    process.kill(readRecording(record).launch?.pid ?? 0, signal)
  }
  return {
    target: handwrittenServerCommand({ era, record }),
    received: () => readRecording(record).lines,
    takeBack: () => sendSignal('SIGUSR2'),
    die: () => Promise.resolve(sendSignal('SIGKILL')),
  }
}

async function overHttp() {
  const server = await startHandwrittenServer({
    transport: 'http',
    era: 'modern',
    revision: '2026-07-28',
  })
  return {
    target: { url: server.url },
    received: () => server.requests.flatMap(({ raw }) => (raw === '' ? [] : [raw])),
    takeBack: () => undefined,
    die: () => server.close(),
  }
}

/** A model that makes the calls that it is told to, `tool label label…`, and answers what servers ask of it. */
export function connectCalling(page: Page): Promise<FakeModelEndpoint> {
  return connectScripted(page, 'chat', answer)
}

function answer({ lastUserText, toolResults }: FakeModelRequest): FakeStep {
  const [, calls] = /^Call (.+)$/.exec(lastUserText) ?? []
  if (calls === undefined) return { text: `Heard: ${lastUserText}` }
  if (toolResults.length > 0) return { text: 'Done.' }
  const toolCalls = calls.split(', ').map((call) => {
    const [name = '', label = ''] = call.split(' ')
    return { name, arguments: name.endsWith('__echo') ? { text: label } : { label } }
  })
  return { toolCalls }
}

/** A call of a tool: the name of its server, the tool, and what tells it from others. */
export type LabelledCall = readonly [server: string, tool: string, label: string]

const ALLOW_ONCE = { kind: 'tool-approval', decision: 'allow-once' } as const

/** Has the model make these calls in a new chat. They wait for approval. */
export async function propose(page: Page, calls: readonly LabelledCall[]): Promise<void> {
  await page.keyboard.press('Control+1')
  const open = chat(page)
  await open.startNew()
  const listed = calls.map(([server, tool, label]) => `${server}__${tool} ${label}`)
  await open.send(`Call ${listed.join(', ')}`)
  await waitingAsks(page, 'tool-approval', calls.length)
}

/** The same, and allows all of them, by the route of the card that shows them together. */
export async function callAll(page: Page, calls: readonly LabelledCall[]): Promise<void> {
  await propose(page, calls)
  const asks = await waitingAsks(page, 'tool-approval', calls.length)
  const shown = asks.map((ask) => {
    const { shown: hash = '' } = withDisplayHash<AskAnswer>(ask, ALLOW_ONCE)
    return { id: ask.id, shown: hash }
  })
  if (calls.length > 1)
    await request(page, 'ask.answer-plan', { decision: 'allow-once', calls: shown })
  else await allow(page, asks[0])
}

async function allow(page: Page, ask: Ask | undefined): Promise<void> {
  if (!ask) throw new Error('Nothing waits.')
  const answered = withDisplayHash(ask, ALLOW_ONCE)
  await request(page, 'ask.answer', { id: ask.id, answer: answered })
}

/** Lets each go on as it was asked, by the route of its card. */
export async function answerAll(page: Page, asks: readonly Ask[]): Promise<void> {
  for (const ask of asks) {
    const answered = withDisplayHash(ask, plainAnswer(ask))
    await request(page, 'ask.answer', { id: ask.id, answer: answered })
  }
}

function plainAnswer(ask: Ask): AskAnswer {
  switch (ask.kind) {
    case 'sampling-request': {
      const { model } = ask.choice
      if (!model) throw new Error('No model was chosen.')
      return { kind: ask.kind, answer: { decision: 'run', model, request: ask.request } }
    }
    case 'elicitation':
      return { kind: ask.kind, answer: { action: 'accept' } }
    default:
      throw new Error(`Nothing is said of ${ask.kind}.`)
  }
}

/** The asks of a kind, once there are so many. */
export async function waitingAsks(page: Page, kind: Ask['kind'], count: number): Promise<Ask[]> {
  let found: Ask[] = []
  const look = async () => {
    found = (await request(page, 'ask.list', {})).filter((ask) => ask.kind === kind)
    return found.length
  }
  await expect.poll(look, { intervals: [20, 50] }).toBe(count)
  return found
}

/** The ask whose content has this label. */
function labelled(asks: readonly Ask[], label: string): Ask {
  const ways = [`(${label})`, `label=${label}"`, `"${label}"`]
  const ask = asks.find((one) => ways.some((way) => JSON.stringify(one).includes(way)))
  if (!ask) throw new Error(`Nothing asks with the label ${label}.`)
  return ask
}

/** Chooses what waits in Activity; its card. */
export async function openCard(page: Page, ask: Ask): Promise<Locator> {
  await page.keyboard.press('Control+3')
  const at = (await request(page, 'ask.list', {})).findIndex(({ id }) => id === ask.id)
  await page.locator('[data-section-list] [data-list-row]').nth(at).click()
  const card = page.getByRole('main').locator(`[data-ask-card="${ask.id}"]`)
  await expect(card).toBeVisible()
  return card
}

/** By keyboard, once the card has been there for long enough to count. */
export async function press(card: Locator, name: string): Promise<void> {
  const button = card.getByRole('button', { name, exact: true })
  await expect(button).toBeEnabled()
  await button.press('Enter')
  await expect(button).toHaveCount(0)
}

/** Each of five at once meets another end; the last one ends with its turn. */
export const labels = ['accept', 'edit', 'refuse', 'taken-back', 'last'] as const

/**
 * Five calls of a tool of each server, labelled with their era. `again`: what tells them from those before, as
 * ids of requests are used once.
 */
export const fiveOf = (
  servers: readonly AskingServer[],
  tool: string,
  again = '',
): LabelledCall[] =>
  servers.flatMap(({ name, era }) =>
    labels.map((label) => [name, tool, `${label}-${era}${again}`] as const),
  )

/**
 * Asks of a kind that have waited for longer than their calls may take, in a window that was loaded anew; by the
 * labels of their calls.
 */
export async function longAsked(
  gatehouse: Gatehouse,
  kind: Ask['kind'],
  count: number,
): Promise<(label: string) => Ask> {
  const { page } = gatehouse
  const asks = await waitingAsks(page, kind, count)
  await reopenWindow(gatehouse)
  for (const ask of asks) await outlastLimit(page, ask)
  expect(await waitingAsks(page, kind, count)).toEqual(asks)
  return (label) => labelled(asks, label)
}

/** Two folders in a workspace, without which no server is let see any. */
export async function addFolders({ page, userData }: Gatehouse): Promise<string[]> {
  const paths = ['site', 'notes'].map((name) => join(userData, 'folders', name))
  for (const path of paths) mkdirSync(path, { recursive: true })
  const { id } = await request(page, 'workspace.create', { name: 'Website' })
  await consenting(page, request(page, 'workspace.add-folders', { id, paths }))
  return paths
}

/** Waits until the time limit of a request has passed since the ask was made. */
export async function outlastLimit(page: Page, ask: Ask): Promise<void> {
  const left = ask.createdAt + TIME_LIMIT_MS + 200 - Date.now()
  if (left > 0) await page.waitForTimeout(left)
}

/** Loads the window anew. */
export async function reopenWindow({ page }: Gatehouse): Promise<void> {
  await page.reload()
  await page.locator('[data-composer]').waitFor()
}

/** Stops the turn of the chat that was written in last, and all that waits for it. */
export async function stopTurn(page: Page): Promise<void> {
  const [chatNow] = await request(page, 'chat.list', {})
  await request(page, 'chat.stop', { id: chatNow?.id ?? '' })
  await expect.poll(async () => (await request(page, 'ask.list', {})).length).toBe(0)
}
