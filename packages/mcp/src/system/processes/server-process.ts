import { withTimeout } from '@gatehouse/base'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { ResolvedNetwork } from '@gatehouse/domain'
import spawn from 'cross-spawn'
import { childEnvironment } from '../environment/child-environment.ts'
import { makeControlGroup, type ControlGroup } from './control-group.ts'
import { createServerTree, endTree, type ServerTree } from './server-tree.ts'
import type { ProcessLedger } from './process-ledger.ts'
import { findProcess, readBootId, type ProcessEntry } from './process-table.ts'
import { readUsage, type ProcessUsage } from './process-usage.ts'
import { readInSlices } from '../timing/event-loop.ts'
import { writeFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/** About a third of the share of a program that competes for the same processor. */
const STEPS = 5

/** Milliseconds for output that is still in the pipes when the process has ended. */
const DRAIN_MS = 200
const MAX_DRAIN_ROUNDS = 10

export interface ProcessExit {
  code: number | null
  signal: NodeJS.Signals | null
}

export interface ServerProcessOptions {
  serverId: string
  command: string
  args: readonly string[]
  cwd: string
  environment: NodeJS.ProcessEnv
  folders: readonly string[]
  ownVariables: Record<string, string>
  /** The way to the network that the settings of this server name. */
  network?: ResolvedNetwork | undefined
  ledger: ProcessLedger
  /** Milliseconds after closing stdin, and again after SIGTERM. */
  graceMs: number
  /** Nothing is started once it is aborted. */
  signal: AbortSignal
  onStdout(chunk: Buffer): Promise<void> | undefined
  onStderr(chunk: Buffer): void
  /** Receives, in words for the person, what the server did not get and what of it could not be ended. */
  onNote(text: string): void
}

/** A running server process that owns its whole tree. */
export interface ServerProcess {
  readonly pid: number
  /** Resolves after the process ended and its last output was given. */
  readonly exited: Promise<ProcessExit>
  /** Resolves when the text is taken; rejects when stdin is closed. */
  write(text: string): Promise<void>
  /** Usage of its whole tree; `undefined` where the system does not show it. */
  usage(): Promise<ProcessUsage | undefined>
  /** Closes stdin, waits, terminates, waits, kills; resolves when the tree is gone. Never rejects. */
  end(): Promise<void>
}

/** Starts a server in a process group of its own and notes it in the ledger. Rejects as `spawn` does, or when aborted before it. */
export async function startServerProcess(options: ServerProcessOptions): Promise<ServerProcess> {
  const tag = randomUUID()
  const controlGroup = await makeControlGroup(tag)
  const note = { ...(await ownNote(options)), tag, controlGroup: controlGroup?.folder }
  await options.ledger.put(note)
  let child: ChildProcess
  try {
    // No pause between this and the spawn: what was stopped never runs.
    options.signal.throwIfAborted()
    child = await spawnServer(options, tag, controlGroup)
  } catch (error) {
    controlGroup?.remove()
    await options.ledger.remove([tag])
    throw error
  }
  const pid = child.pid ?? -1
  if (child.stdout) readInSlices(child.stdout, options.onStdout)
  if (child.stderr) readInSlices(child.stderr, options.onStderr)
  const exited = waitForExit(child)
  const startedAt = (await findProcess(pid))?.startedAt ?? ''
  const noted = options.ledger.put({ ...note, pid, startedAt })
  const tree = createServerTree({ pid, startedAt, tag }, controlGroup)
  if (controlGroup) void gather(tree, controlGroup)
  let ended: Promise<void> | undefined

  function end(): Promise<void> {
    ended ??= endServer({ child, exited, tree, graceMs: options.graceMs })
      .then((remaining) => {
        if (remaining.length > 0) options.onNote(remainingNote(remaining))
        controlGroup?.remove()
        return noted
      })
      .then(() => options.ledger.remove([tag]))
      .catch(() => undefined)
    return ended
  }
  // A server that ends by itself may leave children behind.
  void exited.then(end)
  const usage = async () => readUsage((await tree.members()).map((member) => member.pid))
  return { pid, exited, write: (text) => writeTo(child, text), usage, end }
}

/** A busy machine lets a server fork before it is in its group; what it forked is put there too. */
async function gather(tree: ServerTree, controlGroup: ControlGroup): Promise<void> {
  for (const { pid } of await tree.members()) controlGroup.add(pid)
}

async function ownNote(options: ServerProcessOptions) {
  const [owner, bootId] = await Promise.all([findProcess(process.pid), readBootId()])
  return {
    serverId: options.serverId,
    command: options.command,
    ownerPid: process.pid,
    ownerStartedAt: owner?.startedAt ?? '',
    bootId,
  }
}

function spawnServer(
  options: ServerProcessOptions,
  tag: string,
  controlGroup: ControlGroup | undefined,
): Promise<ChildProcess> {
  const { variables, withheld } = childEnvironment({
    base: options.environment,
    folders: options.folders,
    own: options.ownVariables,
    network: options.network,
    tag,
  })
  if (withheld.length > 0) options.onNote(withheldNote(withheld))
  return new Promise((resolve, reject) => {
    const child = spawn(options.command, [...options.args], {
      cwd: options.cwd,
      env: variables,
      stdio: ['pipe', 'pipe', 'pipe'],
      shell: false,
      windowsHide: true,
      // Its own group and session on POSIX, so that the tree can be ended as one.
      detached: process.platform !== 'win32',
    })
    // In the same turn: it has hardly had the time to fork.
    if (child.pid !== undefined) {
      controlGroup?.add(child.pid)
      lowerPriority(child.pid)
    }
    child.once('error', reject)
    child.once('spawn', () => {
      child.off('error', reject)
      child.on('error', () => undefined)
      child.stdin?.on('error', () => undefined)
      resolve(child)
    })
  })
}

function withheldNote(names: readonly string[]): string {
  return (
    `The proxy in ${names.join(', ')} was passed to this server without its user name and password. ` +
    'If the server cannot do without them, add the variable to its environment yourself.'
  )
}

function remainingNote(remaining: readonly ProcessEntry[]): string {
  const pids = remaining.map(({ pid }) => pid)
  return `Processes of this server could not be ended and still run: ${pids.slice(0, 20).join(', ')}. End them yourself.`
}

/** `exit` and not `close`: a grandchild may hold the pipes open forever. */
function waitForExit(child: ChildProcess): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      void drained(child).then(() => {
        child.stdout?.destroy()
        child.stderr?.destroy()
        child.stdin?.destroy()
        resolve({ code, signal })
      })
    })
  })
}

/** Resolves when all that it wrote is read; soon, where something else holds its output open. */
async function drained(child: ChildProcess): Promise<void> {
  const closed = new Promise<true>((done) => child.once('close', () => done(true)))
  const isHeld = () => [child.stdout, child.stderr].some((stream) => stream?.isPaused() === true)
  for (let round = 0; round < MAX_DRAIN_ROUNDS; round += 1)
    // What is held back here was written before, and has not had its turn yet.
    if ((await withTimeout(closed, DRAIN_MS)) === true || !isHeld()) return
}

function writeTo(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!child.stdin?.writable) {
      reject(new Error('The standard input of the server is closed.'))
      return
    }
    child.stdin.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

interface Ending {
  child: ChildProcess
  exited: Promise<ProcessExit>
  tree: ServerTree
  graceMs: number
}

async function endServer({ child, exited, tree, graceMs }: Ending): Promise<ProcessEntry[]> {
  // Looked at first: what is reparented when the server ends is known by then.
  await tree.members()
  const started = performance.now()
  if (!hasExited(child)) {
    child.stdin?.end()
    await withTimeout(exited, graceMs)
    if (process.platform === 'win32' && hasExited(child)) return []
    const left = Math.max(0, graceMs - (performance.now() - started))
    const survivors = await tree.waitUntilGone(left)
    const isGone = survivors.length === 0 && !(await tree.isOccupied())
    if (isGone && hasExited(child)) return []
  }
  const remaining = await endTree(tree, graceMs)
  if (hasExited(child)) return remaining
  // Also where processes cannot be listed, the one that was started goes.
  await withTimeout(exited, DRAIN_MS)
  if (!hasExited(child)) child.kill('SIGKILL')
  return remaining
}

function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/**
 * Lets the window and main have a processor first where many servers compute at once, as when they start;
 * changes nothing while there are enough. What the process starts has the same priority.
 */
function lowerPriority(pid: number): void {
  // Classes of priority are too coarse for this on Windows.
  if (process.platform === 'win32') return
  const lower = Math.min(constants.priority.PRIORITY_LOW, getPriority() + STEPS)
  attempt(() => setPriority(pid, lower))
  // Each server has a session of its own, and Linux shares out processors by session where this file is.
  if (process.platform === 'linux')
    attempt(() => writeFileSync(`/proc/${pid}/autogroup`, String(lower), { flag: 'r+' }))
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // It is gone already, or the system knows no such thing.
  }
}
