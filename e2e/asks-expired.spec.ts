import { expect, test } from './launch.ts'
import { nightly } from './nightly.ts'
import { proves } from './proves.ts'
import { inspect } from './support/inspect.ts'
import { lookElsewhere } from './support/screens/look-elsewhere.ts'
import { request } from './support/routes.ts'
import { addGuarded } from './support/sign-in/sign-in-steps.ts'
import { signInCard, startGuardedServer } from './support/sign-in/sign-in.ts'

/** The reminder comes at half of it: long enough to look elsewhere before, and at the card after that. */
const LIMIT_MS = 60_000
/** For what happens at the latest when the time is over. */
const timeout = LIMIT_MS + 20_000

test(
  'a sign-in that nobody finishes says how long it waits, reminds once, and says that it expired',
  nightly('ask.expiry.shown', 'ask.expiry.reminded', 'ask.expiry.expired', 'ask.expiry.recorded'),
  async ({ launch }) => {
    test.setTimeout(240_000)
    const guarded = await startGuardedServer()
    const gatehouse = await launch({ env: { GATEHOUSE_SIGN_IN_MS: String(LIMIT_MS) } })
    const { page } = gatehouse
    await addGuarded(page, guarded)
    const { raised } = await lookElsewhere(gatehouse)
    const card = signInCard(page)
    const expiry = card.getByTestId('ask-expiry')
    await expect(expiry).toHaveText(/^Expires (in about .+, )?at \d\d:\d\d\.$/)
    const reminders = async () =>
      (await raised()).filter(({ body }) => body.includes('It expires in about'))
    await expect.poll(reminders, { timeout }).toHaveLength(1)
    expect((await reminders())[0]?.title).toBe('guarded is waiting for you')
    await expect(expiry).toHaveText(/^Expires in about \d+ s, at \d\d:\d\d\.$/)
    await expect(page.getByRole('button', { name: /guarded .* left$/ })).toBeVisible()
    proves('ask.expiry.shown', 'ask.expiry.reminded')
    const faults = await inspect(gatehouse, 'ask-expires')

    const expired = page.getByTestId('unsent-answer')
    await expect(expired).toContainText('Expired, nothing was sent', { timeout })
    await expect(expired).toContainText(
      'The request from guarded expired before you answered. Nothing was sent.',
    )
    await expect(card).toHaveCount(0)
    expect(await reminders()).toHaveLength(1)
    for (const path of ['/authorize', '/token']) expect(guarded.issuer.requests(path)).toEqual([])
    proves('ask.expiry.expired')
    faults.push(...(await inspect(gatehouse, 'ask-expired')))
    expect(faults).toEqual([])

    const records = await request(page, 'ask.history', { limit: 10 })
    expect(records.filter(({ kind }) => kind === 'sign-in')).toMatchObject([
      { decision: 'withdrawn', withdrawn: 'expired' },
    ])
    await page.getByRole('button', { name: /withdrawn/ }).click()
    await expect(
      page.getByText('Expired before you answered. Nothing was sent.', { exact: true }),
    ).toBeVisible()
    proves('ask.expiry.recorded')
    await guarded.close()
  },
)
