import {
  GatehouseError,
  isGatehouseError,
  type TaskState,
  type ToolCallProgress,
} from '@gatehouse/domain'
import type { Connection, ConnectionListener, ServerRequestHandler } from '../ports/index.ts'
import type { SecretMask } from './secret-mask.ts'

/** Names and addresses of one connection whose hidden form is remembered. */
const MAX_KNOWN = 10_000
const IDENTIFIERS = ['name', 'uri', 'uriTemplate', 'taskId'] as const

/**
 * The one place where what comes in through a connection is cleared of the secrets that the server was
 * given: results, definitions, contents, requests, progress and the words of errors, before any of it
 * reaches an event, the window, a model or the store. The journal clears frames and log lines with the
 * same mask, as it also holds what never came from the server.
 */
export function maskConnection(inner: Connection, mask: SecretMask): Connection {
  if (mask.isEmpty) return inner
  const known = createIdentifiers()
  const maskIn = <T>(task: Promise<T>): Promise<T> => withMaskedResult(mask, task)
  async function list<T>(task: Promise<T>): Promise<T> {
    const items = await withMaskedError(mask, task)
    const shown = mask.value(items)
    known.remember(items, shown)
    return shown
  }
  const withMaskedListeners = <T extends WithListeners>(request: T): T => ({
    ...request,
    ...(request.onProgress && { onProgress: masked(request.onProgress) }),
    ...(request.onTask && { onTask: masked(request.onTask, known.remember) }),
  })
  /** The listener, with secrets hidden in the values it gets. */
  function masked<T>(listener: (value: T) => void, remember?: Remember): (value: T) => void {
    return (value) => {
      const cleared = mask.value(value)
      remember?.([value], [cleared])
      listener(cleared)
    }
  }
  const ofTool = <T extends { tool: { name: string } }>(call: T): T => ({
    ...call,
    tool: { ...call.tool, name: known.original(call.tool.name) },
  })
  // Whatever is not named here sends and receives nothing.
  return {
    ...passed(inner),
    info: mask.value(inner.info),
    ping: (signal) => maskIn(inner.ping(signal)),
    listTools: (signal) => list(inner.listTools(signal)),
    listPrompts: (signal) => list(inner.listPrompts(signal)),
    listResources: (signal) => list(inner.listResources(signal)),
    listResourceTemplates: (signal) => list(inner.listResourceTemplates(signal)),
    listSkills: (signal) => list(inner.listSkills(signal)),
    listTasks: (signal) => list(inner.listTasks(signal)),
    callTool: (call, signal) => maskIn(inner.callTool(withMaskedListeners(ofTool(call)), signal)),
    pollTask(task, signal) {
      const taskId = known.original(task.taskId)
      return maskIn(inner.pollTask(withMaskedListeners({ ...ofTool(task), taskId }), signal))
    },
    getPrompt(request, signal) {
      const name = known.original(request.name)
      return maskIn(inner.getPrompt(withMaskedListeners({ ...request, name }), signal))
    },
    readResource(what, signal) {
      const request = typeof what === 'string' ? { uri: what } : what
      const uri = known.original(request.uri)
      return maskIn(inner.readResource(withMaskedListeners({ ...request, uri }), signal))
    },
    readSkill(request, signal) {
      const file = request.file && known.original(request.file)
      const uri = known.original(request.uri)
      return maskIn(inner.readSkill(withMaskedListeners({ ...request, uri, file }), signal))
    },
    complete: (request, signal) => maskIn(inner.complete(request, signal)),
    watchResource: (uri, signal, onStateChange) =>
      maskIn(inner.watchResource(known.original(uri), signal, onStateChange)),
  }
}

/** Masks the secrets in notifications of the server. */
export function maskListener(inner: ConnectionListener, mask: SecretMask): ConnectionListener {
  if (mask.isEmpty) return inner
  return {
    ...inner,
    onToolsChanged: (tools) => inner.onToolsChanged(mask.value(tools)),
    onResourceUpdated: (uri, isGap) => inner.onResourceUpdated(mask.text(uri), isGap),
    onElicitationComplete: (id) => inner.onElicitationComplete(mask.text(id)),
    onDown: (failure) => inner.onDown(mask.value(failure)),
  }
}

/** Hides secrets in the requests of the server. */
export function maskRequests(inner: ServerRequestHandler, mask: SecretMask): ServerRequestHandler {
  if (mask.isEmpty) return inner
  return {
    elicit: (request, context, signal) => inner.elicit(mask.value(request), context, signal),
    sample: (request, context, signal) => inner.sample(mask.value(request), context, signal),
    listRoots: (context, signal) => inner.listRoots(context, signal),
  }
}

async function withMaskedResult<T>(mask: SecretMask, task: Promise<T>): Promise<T> {
  return mask.value(await withMaskedError(mask, task))
}

/** The outcome of the task; a failure has secrets hidden in its message. */
export async function withMaskedError<T>(mask: SecretMask, task: Promise<T>): Promise<T> {
  try {
    return await task
  } catch (error) {
    throw mask.isEmpty ? error : maskedError(mask, error)
  }
}

interface WithListeners {
  onProgress?: ((progress: ToolCallProgress) => void) | undefined
  onTask?: ((task: TaskState) => void) | undefined
}

type Remember = (items: unknown, shown: unknown) => void

/** The error with secrets hidden, and without its cause, which may quote the server. */
export function maskedError(mask: SecretMask, error: unknown): unknown {
  if (isGatehouseError(error))
    return new GatehouseError(error.code, mask.text(error.message), {
      data: mask.value(error.data),
    })
  if (!(error instanceof Error)) return mask.value(error)
  const cleared = new Error(mask.text(error.message))
  cleared.name = error.name
  return cleared
}

/** Sends the server its own names for things whose names are shown with a secret hidden. */
function createIdentifiers() {
  const originals = new Map<string, string>()
  return {
    original: (shown: string): string => originals.get(shown) ?? shown,
    remember(items: unknown, shown: unknown): void {
      if (items === shown || !Array.isArray(items) || !Array.isArray(shown)) return
      for (const [index, item] of items.entries()) {
        for (const field of IDENTIFIERS) {
          const [original, masked] = [textOf(item, field), textOf(shown[index], field)]
          if (original === undefined || masked === undefined || original === masked) continue
          if (!originals.has(masked) && originals.size < MAX_KNOWN) originals.set(masked, original)
        }
      }
    },
  }
}

function textOf(item: unknown, field: (typeof IDENTIFIERS)[number]): string | undefined {
  if (typeof item !== 'object' || item === null) return undefined
  const value: unknown = Object.getOwnPropertyDescriptor(item, field)?.value
  return typeof value === 'string' ? value : undefined
}

function passed(inner: Connection): Pick<Connection, 'rootsChanged' | 'sendLogLevel' | 'close'> {
  return {
    rootsChanged: () => inner.rootsChanged(),
    sendLogLevel: () => inner.sendLogLevel(),
    close: () => inner.close(),
  }
}
