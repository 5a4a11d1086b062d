import type { StoredSecret, SecretGroup } from '@gatehouse/domain'

/** True if the secret exists and can be reached. */
export function canBeForgotten({ state }: StoredSecret): boolean {
  switch (state) {
    case 'kept':
    case 'until-quit':
    case 'damaged':
    case 'unused':
    case 'left-over':
      return true
    case 'missing':
    case 'forgotten':
    case 'locked':
    case 'unavailable':
      return false
  }
}

/** Features that stop working when these are forgotten, by the names of their owners. */
export interface Consequences {
  /** Cannot start until the secrets are entered again. */
  servers: string[]
  /** Of those, what continues with what it was given. */
  running: string[]
  /** Are stopped and signed out. */
  signIns: string[]
  providers: string[]
  /** The proxy of the app cannot be used. */
  hasNetwork: boolean
  /** Something among them is used by no one. */
  hasUnused: boolean
}

export function consequencesOf(groups: readonly SecretGroup[]): Consequences {
  const found: Consequences = {
    servers: [],
    running: [],
    signIns: [],
    providers: [],
    hasNetwork: false,
    hasUnused: false,
  }
  for (const { owner, secrets } of groups) {
    const used = secrets.filter(({ state }) => state === 'kept' || state === 'until-quit')
    if (secrets.some(({ state }) => state === 'left-over' || state === 'unused'))
      found.hasUnused = true
    if (used.length === 0) continue
    if (owner.kind === 'network') {
      found.hasNetwork = true
      continue
    }
    if (owner.kind === 'provider') {
      found.providers.push(owner.name)
      continue
    }
    // Whatever becomes of its sign-in, the server is stopped first.
    const isStopped = secrets.some(({ subject }) => isSignIn(subject.kind))
    if (isStopped) found.signIns.push(owner.name)
    if (!used.some(({ subject }) => !isSignIn(subject.kind))) continue
    found.servers.push(owner.name)
    if (owner.isRunning && !isStopped) found.running.push(owner.name)
  }
  return found
}

function isSignIn(kind: StoredSecret['subject']['kind']): boolean {
  return kind === 'sign-in' || kind === 'registration'
}
