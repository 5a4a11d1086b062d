import { request } from '../../support/routes.ts'
import { asShown } from '@gatehouse/testkit'
import type { World } from '../world.ts'

type Decision = 'allow-once' | 'allow-in-chat' | 'deny'

/** At most so many at a time; the rest waits for the next time. */
const MOST = 10

/** Decides about calls that wait, by the route of their cards; gives how many. */
export async function answerAll(world: World, decide: () => Decision): Promise<number> {
  const { page } = world.subject
  const waiting = (await request(page, 'ask.list', {})).filter(
    ({ kind }) => kind === 'tool-approval',
  )
  let count = 0
  for (const ask of waiting.slice(0, MOST)) {
    const answer = asShown(ask, { kind: 'tool-approval', decision: decide() })
    // It may have been withdrawn meanwhile.
    const isAnswered = await request(page, 'ask.answer', { id: ask.id, answer }).then(
      () => true,
      () => false,
    )
    count += Number(isAnswered)
  }
  return count
}
