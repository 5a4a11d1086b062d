import { proves } from '@gatehouse/testkit/proves'
import { expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench } from './authorization-bench.ts'

const REF = 'server/guarded/sign-in'

it.each([
  ['half of it', (text: string) => text.slice(0, text.length / 2)],
  ['something of another program', () => 'password'],
  ['what a later version wrote', () => '{"version":99}'],
])(
  'an entry that is %s is reported, left alone until somebody signed in, and then replaced',
  async (_name, damage) => {
    const bench = await createAuthorizationBench({}, onTestFinished)
    await bench.open()
    const damaged = damage(bench.vault.secrets.get(REF) ?? '')
    bench.vault.secrets.set(REF, damaged)
    bench.person.does = 'refuse'
    await expect(bench.open(true)).rejects.toMatchObject({
      data: { failure: { detail: 'sign-in/refused' } },
    })
    const view = await bench.authorizations.view(bench.authorized())
    expect(view).toMatchObject({ account: null, isDamaged: true })
    expect(view.trace[0]).toMatchObject({ step: 'kept' })
    expect(bench.vault.secrets.get(REF)).toBe(damaged)
    bench.person.does = 'agree'
    expect(await bench.echo(await bench.open(), 'anew')).toContain('anew')
    expect(await bench.authorizations.view(bench.authorized())).toMatchObject({
      account: { token: { isRenewable: true } },
      isDamaged: false,
    })
    expect(bench.person.asked).toHaveLength(3)
    proves('signin.keychain.damaged')
  },
)

it('an entry that is damaged is removed by a sign-out', async () => {
  const bench = await createAuthorizationBench({}, onTestFinished)
  bench.vault.secrets.set(REF, 'password')
  await bench.authorizations.signOut(bench.authorized())
  expect(bench.vault.secrets.size).toBe(0)
})
