import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VaultState } from '@gatehouse/domain'

/** A vault in a process of its own: keytar stays with the bus that it met first. For tests. */
export interface VaultProcess {
  /** The first state, and milliseconds until it was known. */
  readonly opened: { state: VaultState; ms: number }
  call(
    method: 'get' | 'set' | 'delete' | 'presenceOf' | 'probe' | 'state',
    ...args: (string | string[])[]
  ): Promise<unknown>
  /** Returns the states that `onStateChange` received so far. */
  changes(): Promise<VaultState[]>
  /** Ends the process in order and resolves with the milliseconds that took. */
  quit(): Promise<number>
}

const SERVICE = 'gatehouse-test'

const script = `
  const { createSecretVault } = require(process.env.BUNDLE)
  const changes = []
  const begin = performance.now()
  const opening = createSecretVault({
    service: '${SERVICE}',
    operationTimeoutMs: 3000,
    onStateChange: (state) => changes.push(state),
  })
  const handle = async (method, args) => {
    const vault = await opening
    if (method === 'changes') return changes
    if (method === 'open') return { state: vault.state(), ms: performance.now() - begin }
    return vault[method](...args)
  }
  process.on('message', ({ id, method, args }) => {
    if (method === 'quit') process.exit(0)
    handle(method, args).then((value) => process.send({ id, value }))
  })
`

/** The package as one file, and what a process needs to load it. */
interface Bundle {
  file: string
  env: Record<string, string>
}

/** Starts a process whose environment is `env` alone, so that nothing of the session leaks in. */
export async function startVaultProcess(
  bundle: Bundle,
  env: Record<string, string>,
): Promise<VaultProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-vault-'))
  const file = join(folder, 'vault.cjs')
  writeFileSync(file, script)
  const child = fork(file, [], { env: { ...env, ...bundle.env, BUNDLE: bundle.file } })
  child.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const call = createCaller(child)
  const quit = async (): Promise<number> => {
    const begin = performance.now()
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.send({ id: 0, method: 'quit', args: [] })
      await ended
    }
    return performance.now() - begin
  }
  return {
    opened: await call<VaultProcess['opened']>('open', []),
    call: (method, ...args) => call(method, args),
    changes: () => call<VaultState[]>('changes', []),
    quit,
  }
}

type Caller = <T>(method: string, args: (string | string[])[]) => Promise<T>

function createCaller(child: ChildProcess): Caller {
  let count = 0
  return (method, args) => {
    const id = (count += 1)
    return new Promise((resolve, reject) => {
      const onMessage = (message: { id: number; value: never }): void => {
        if (message.id !== id) return
        child.off('message', onMessage)
        child.off('exit', onExit)
        resolve(message.value)
      }
      const onExit = (code: number | null, signal: string | null): void => {
        reject(new Error(`The vault's process ended (${code ?? signal}) during ${method}.`))
      }
      child.on('message', onMessage)
      child.once('exit', onExit)
      child.send({ id, method, args })
    })
  }
}
