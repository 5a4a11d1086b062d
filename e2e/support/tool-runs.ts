import type { RouteInput, RouteOutput } from '@gatehouse/contract'
import { withDisplayHash } from '@gatehouse/testkit'
import type { Page } from 'playwright-core'
import { expect } from '../launch.ts'
import { request } from './routes.ts'

type Turn = RouteOutput<'chat.get'>['turns'][number]
export type ToolCall = Extract<Turn['entries'][number], { kind: 'tool-call' }>
type Run = Omit<RouteInput<'chat.run-tool'>, 'id'>

/**
 * Runs a tool by hand and allows it, through the same routes as the window, and waits for its end.
 * For tests of servers; how a person does it is tested in manual.spec.ts.
 */
export async function runTool(page: Page, run: Run): Promise<ToolCall> {
  const chat = await request(page, 'chat.create', {})
  await request(page, 'chat.run-tool', { id: chat.id, ...run })
  await allowNext(page)
  let call: ToolCall | undefined
  const ended = async () => {
    const { turns } = await request(page, 'chat.get', { id: chat.id })
    call = turns.flatMap(({ entries }) => entries).find((entry) => entry.kind === 'tool-call')
    return call?.endedAt !== undefined
  }
  await expect.poll(ended, { intervals: [20, 50] }).toBe(true)
  if (!call) throw new Error('The chat has no call.')
  return call
}

/** Allows the oldest call that waits, once there is one, by the route that the card uses. */
export async function allowNext(page: Page): Promise<void> {
  const asked = async () =>
    (await request(page, 'ask.list', {})).find(({ kind }) => kind === 'tool-approval')
  await expect.poll(asked, { intervals: [20] }).toBeTruthy()
  const ask = await asked()
  if (!ask) throw new Error('Nothing waits.')
  const answer = withDisplayHash(ask, { kind: 'tool-approval', decision: 'allow-once' })
  await request(page, 'ask.answer', { id: ask.id, answer })
}

/** The text blocks of a result, one under the other. */
export function textOf(call: ToolCall): string {
  const blocks = call.result?.content ?? []
  return blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n')
}
