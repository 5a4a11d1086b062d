import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { GatehouseError } from '@gatehouse/domain'
import { pendingUpdate, UPDATE_PARTS, type PendingUpdate } from '@gatehouse/store'
import { updateMessageSchema } from './messages.ts'

/** The process that does the work. */
export interface UpdateProcess {
  onMessage(listener: (message: unknown) => void): void
  /** It ended, however. */
  onExit(listener: () => void): void
  kill(): void
}

/** Where the person sees how far it is. */
export interface UpdateView {
  /** From 0 to 1. */
  show(part: number): void
  close(): void
}

export interface UpdatePorts {
  start(file: string): UpdateProcess
  /** `onClosed`: the person closed it. */
  open(onClosed: () => void): UpdateView
  /** The person quits instead of waiting; completed work stays. */
  quit(): void
}

/** An update that ends sooner needs no window. */
const SHOW_AFTER_MS = 300
const LOOK_EVERY_MS = 200

/**
 * Brings a file of an earlier format to the latest one, in a process of its own and in view of the person.
 * Resolves at once when there is nothing to do. It may be ended at any moment and continues at the next start.
 * Rejects with `store/…`, but not where the file can be used as it is: that it did not become smaller stops no start.
 */
export async function updateData(file: string, ports: UpdatePorts): Promise<void> {
  const pending = pendingUpdate(file)
  if (pending) await new Update(file, pending, ports).over
}

class Update {
  readonly over: Promise<void>
  readonly #process: UpdateProcess
  readonly #ports: UpdatePorts
  readonly #timers: NodeJS.Timeout[]
  #view: UpdateView | undefined
  #part = 0
  #phase: string | undefined
  #isClosed = false

  constructor(file: string, pending: PendingUpdate, ports: UpdatePorts) {
    this.#ports = ports
    this.#process = ports.start(file)
    this.#timers = [
      setTimeout(() => this.#open(), SHOW_AFTER_MS),
      setInterval(() => this.#look(file, pending), LOOK_EVERY_MS),
    ]
    this.over = this.#follow(pending.onlySpace).finally(() => this.#end())
  }

  #follow(isOptional: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: GatehouseError): void => {
        // Whoever closed the window wants no start.
        if (isOptional && !this.#isClosed) resolve()
        else reject(error)
      }
      this.#process.onMessage((raw) => {
        const { data: message } = updateMessageSchema.safeParse(raw)
        if (message?.type === 'progress') {
          this.#phase = message.phase
          this.#reach(message.part)
        } else if (message?.type === 'done') resolve()
        // Opening it sets it aside, and reports so.
        else if (message?.code === 'store/corrupt') resolve()
        else if (message) fail(new GatehouseError(message.code, message.message))
      })
      this.#process.onExit(() => fail(ended()))
    })
  }

  #open(): void {
    this.#view = this.#ports.open(() => {
      this.#isClosed = true
      this.#process.kill()
      this.#ports.quit()
    })
    this.#view.show(this.#part)
  }

  #look(file: string, pending: PendingUpdate): void {
    this.#reach(this.#phase === 'space' ? rewritten(file, pending) : copied(file, pending))
  }

  /** It never goes back. */
  #reach(part: number): void {
    if (part <= this.#part) return
    this.#part = part
    this.#view?.show(part)
  }

  #end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#process.kill()
    this.#view?.close()
  }
}

/** The copy is one statement that reports nothing: the size of its file shows how far it is. */
function copied(file: string, { bytes, copies }: PendingUpdate): number {
  if (!copies) return 0
  const [start, end] = UPDATE_PARTS.copy
  const sizes = readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.format-`) && name.endsWith('.partial'))
    .map((name) => statSync(join(dirname(file), name), { throwIfNoEntry: false })?.size ?? 0)
  return start + (end - start) * Math.min(1, Math.max(0, ...sizes) / Math.max(1, bytes))
}

/** So is the rewrite of a file that is mostly empty, which is in the log first. */
function rewritten(file: string, { bytes }: PendingUpdate): number {
  const [start, end] = UPDATE_PARTS.space
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  return start + (end - start) * Math.min(1, log / Math.max(1, bytes))
}

const ended = (): GatehouseError =>
  new GatehouseError(
    'store/update-ended',
    'Updating your data was ended before it was done. Start Gatehouse again: it goes on where it was, and nothing is lost.',
  )
