import { withDisplayHash } from '@gatehouse/testkit'
import { consenting } from '../../support/consent.ts'
import { call, request } from '../../support/routes.ts'
import type { World } from '../world.ts'
import { refuseAll } from './consenting-to.ts'

type Decision = 'allow-once' | 'allow-in-chat' | 'deny'

/** At most so many at a time; the rest waits for the next time. */
const MOST = 10
/** A press answers only what had been in the window for half a second when it began. */
const READING_MS = 600

/** Decides about calls that wait, a press for each of them, by the route of their cards; gives how many. */
export async function answerAll(world: World, decide: () => Decision): Promise<number> {
  const { page } = world.subject
  await refuseAll(page)
  const waiting = (await request(page, 'ask.list', {})).filter(
    ({ kind }) => kind === 'tool-approval',
  )
  if (waiting.length > 0) await page.waitForTimeout(READING_MS)
  let count = 0
  for (const ask of waiting.slice(0, MOST)) {
    const answer = withDisplayHash(ask, { kind: 'tool-approval', decision: decide() })
    await page.keyboard.press('Shift')
    // It may have been withdrawn meanwhile. What is allowed for longer is consented to as well.
    const isAnswered = await consenting(
      page,
      call(page, 'ask.answer', { id: ask.id, answer }),
    ).then(
      () => true,
      () => false,
    )
    count += Number(isAnswered)
  }
  return count
}
