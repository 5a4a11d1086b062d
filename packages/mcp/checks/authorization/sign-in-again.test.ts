import { expect, it, onTestFinished } from 'vitest'
import { createAuthorizationBench, type BenchOptions } from './authorization-bench.ts'

const createBench = (given: BenchOptions = {}) => createAuthorizationBench(given, onTestFinished)
type Bench = Awaited<ReturnType<typeof createBench>>

const owner = ({ server, authorized }: Bench) => ({
  id: 'guarded',
  url: server.url,
  receiver: authorized().receiver,
})
const viewOf = (bench: Bench) => bench.authorizations.view(owner(bench))

/** As the press does: a start, and then a sign-in for it. */
function signInAgain(bench: Bench) {
  bench.authorizations.allowAsking('guarded')
  bench.authorizations.signInAgain('guarded')
  return bench.reopen()
}

it('a renewal that fails for ever has a way out: another sign-in, with what is kept left alone', async () => {
  const bench = await createBench()
  const connection = await bench.open()
  expect(await viewOf(bench)).not.toHaveProperty('needsSignIn')
  bench.issuer.behaviour.refresh = 'http-500'
  bench.issuer.expireAll()
  await expect(bench.echo(connection, 'late')).rejects.toThrow(/\w/)
  const kept = [...bench.vault.secrets.values()]
  expect(await viewOf(bench)).toMatchObject({
    needsSignIn: true,
    account: { token: { isRenewable: false } },
  })

  bench.person.does = 'refuse'
  await expect(signInAgain(bench)).rejects.toThrow('did not sign in')
  expect([...bench.vault.secrets.values()]).toEqual(kept)

  bench.person.does = 'agree'
  const again = await signInAgain(bench)
  expect(await bench.echo(again, 'anew')).toContain('anew')
  expect(bench.person.asked).toHaveLength(3)
  expect(await viewOf(bench)).not.toHaveProperty('needsSignIn')
  // Registered once: only the tokens are new.
  expect(bench.issuer.requests('/register')).toHaveLength(1)
})

it('a start after one that was not finished uses what is kept', async () => {
  const bench = await createBench()
  await bench.open()
  bench.person.does = 'refuse'
  await expect(signInAgain(bench)).rejects.toThrow('did not sign in')
  const connection = await bench.open()
  expect(await bench.echo(connection, 'kept')).toContain('kept')
  expect(bench.person.asked).toHaveLength(2)
})

it('a fresh token that is refused is a reason to sign in again', async () => {
  const bench = await createBench({ server: { challenge: 'Bearer' } })
  bench.server.options.authorization = { ...bench.issuer, scopesOf: () => undefined }
  await expect(bench.open()).rejects.toThrow('does not accept the token')
  expect(await viewOf(bench)).toMatchObject({ needsSignIn: true })
  bench.server.options.authorization = bench.issuer
  const connection = await signInAgain(bench)
  expect(await bench.echo(connection, 'taken')).toContain('taken')
  expect(await viewOf(bench)).not.toHaveProperty('needsSignIn')
})

it('calls at the same time share the other sign-in', async () => {
  const bench = await createBench()
  await bench.open()
  const connections = signInAgain(bench)
  const [one, other] = await Promise.all([connections, bench.reopen()])
  await Promise.all([bench.echo(one, 'a'), bench.echo(other, 'b')])
  expect(bench.person.asked).toHaveLength(2)
})
