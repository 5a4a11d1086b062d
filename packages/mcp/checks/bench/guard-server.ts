import { startAuthorizationServer, startProtectedServer } from '@gatehouse/testkit/sign-in'

/** The same server twice, passed on by the same code: for everybody, and for who signed in. */
export interface GuardedTargets {
  open: string
  guarded: string
}

/** Runs until the process ends. */
export async function guardServer(target: string): Promise<GuardedTargets> {
  const issuer = await startAuthorizationServer()
  const everybody = { issuer: issuer.issuer, scopesOf: () => [] }
  const [open, guarded] = await Promise.all([
    startProtectedServer({ target, authorization: everybody }),
    startProtectedServer({ target, authorization: issuer }),
  ])
  return { open: open.url, guarded: guarded.url }
}
