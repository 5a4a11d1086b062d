import type { RouteOutput } from '@gatehouse/contract'
import type { Page } from 'playwright-core'
import { expect } from '../launch.ts'
import { answerAll, callAll, propose, waitingAsks, type AskingServer } from './ask-world.ts'
import { request } from './routes.ts'

type Kind = RouteOutput<'ask.list'>[number]['kind']

/** Something of every kind waits, each with a label of its own; the kinds, oldest first. */
export async function askEverything(page: Page, { name, era }: AskingServer): Promise<Kind[]> {
  const isLegacy = era === 'legacy'
  await callAll(page, [
    [name, 'ask-sample', 'answered'],
    ...(isLegacy ? [[name, 'need-url', 'visited'] as const] : []),
  ])
  await answerAll(page, await waitingAsks(page, 'sampling-request', 1))
  await waitingAsks(page, 'sampling-response', 1)
  if (isLegacy) await answerAll(page, await waitingAsks(page, 'elicitation', 1))
  await callAll(page, [
    [name, 'ask-form', 'a-form'],
    [name, 'ask-url', 'a-page'],
    [name, 'ask-sample', 'a-request'],
    [name, 'ask-roots', 'some-roots'],
  ])
  await waitingAsks(page, 'elicitation', 2)
  await waitingAsks(page, 'roots', 1)
  await waitingAsks(page, 'sampling-request', 1)
  await propose(page, [[name, 'echo', 'a-call']])
  const all = (await request(page, 'ask.list', {})).map(({ kind }) => kind)
  const kinds = all.filter((kind) => kind !== 'sign-in')
  const waits: Kind[] = isLegacy ? ['elicitation-wait'] : []
  const expected: Kind[] = ['elicitation', 'elicitation', 'sampling-request', 'sampling-response']
  expect(kinds.toSorted()).toEqual([...expected, 'roots', 'tool-approval', ...waits].toSorted())
  return kinds
}
