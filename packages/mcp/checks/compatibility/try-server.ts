import { NEVER_ABORTED } from '@gatehouse/base'
import { isGatehouseError, type CompletionRequest, type JsonObject } from '@gatehouse/domain'
import type { Connection } from '@gatehouse/host/ports'
import { eventually, type Recording } from '../testing/recorded-connection.ts'

/** The steps that are tried with a connected server. */
export interface Trial {
  call: { name: string; arguments: JsonObject }
  /** Default: the first resource that it lists. */
  read?: string
  complete?: CompletionRequest
}

export const trialSteps = [
  'tools',
  'prompts',
  'resources',
  'templates',
  'call',
  'read',
  'complete',
  'subscribe',
] as const
export type TrialStep = (typeof trialSteps)[number]

/** Outcome of a step: its failure, its duration, or that the server does not offer it. */
export type TrialCell = { failed: string } | { ms: number; seen: string } | { absent: true }

/** Takes one step after the other; none keeps the next from being tried. */
export async function tryServer(
  { connection, recording }: { connection: Connection; recording: Recording },
  trial: Trial,
): Promise<Record<TrialStep, TrialCell>> {
  const { capabilities } = connection.info
  const has = (name: string) => capabilities[name] !== undefined
  const { resources } = capabilities
  const signal = NEVER_ABORTED
  const counted = (items: unknown[]) => `${items.length}`
  const uri = trial.read ?? (has('resources') ? await firstUri(connection, signal) : undefined)
  const steps: Partial<Record<TrialStep, () => Promise<string>>> = {}
  if (has('tools')) {
    steps.tools = async () => counted(await connection.listTools(signal))
    steps.call = () => call(connection, trial, signal)
  }
  if (has('prompts')) steps.prompts = async () => counted(await connection.listPrompts(signal))
  if (has('resources')) {
    steps.resources = async () => counted(await connection.listResources(signal))
    steps.templates = async () => counted(await connection.listResourceTemplates(signal))
  }
  if (uri !== undefined)
    steps.read = async () => counted((await connection.readResource(uri, signal)).contents)
  if (has('completions') && trial.complete)
    steps.complete = () => complete(connection, trial, signal)
  if (uri !== undefined && isObject(resources) && resources['subscribe'] === true)
    steps.subscribe = () => subscribe({ connection, recording }, uri, signal)
  const cells: [TrialStep, TrialCell][] = []
  for (const step of trialSteps) cells.push([step, await take(steps[step])])
  return Object.fromEntries(cells) as Record<TrialStep, TrialCell>
}

async function take(step: (() => Promise<string>) | undefined): Promise<TrialCell> {
  if (!step) return { absent: true }
  const started = performance.now()
  try {
    const seen = await step()
    return { ms: Math.max(1, Math.round(performance.now() - started)), seen }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

async function firstUri(connection: Connection, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await connection.listResources(signal))[0]?.uri
  } catch (error) {
    // The step that lists them says so.
    if (isGatehouseError(error)) return undefined
    throw error
  }
}

async function call(connection: Connection, trial: Trial, signal: AbortSignal): Promise<string> {
  const tools = await connection.listTools(signal)
  const tool = tools.find(({ name }) => name === trial.call.name)
  if (!tool) throw new Error(`There is no tool ${trial.call.name}.`)
  const request = { tool, arguments: trial.call.arguments, onProgress: () => undefined }
  const result = await connection.callTool(request, signal)
  return result.isError ? `${tool.name}: its own error` : tool.name
}

async function complete(
  connection: Connection,
  trial: Trial,
  signal: AbortSignal,
): Promise<string> {
  if (!trial.complete) throw new Error('Nothing to complete.')
  return `${(await connection.complete(trial.complete, signal)).values.length}`
}

/** Resolves when the server confirmed it, in whichever way its era has. */
async function subscribe(
  { connection, recording }: { connection: Connection; recording: Recording },
  uri: string,
  signal: AbortSignal,
): Promise<string> {
  const before = recording.frames.length
  await connection.watchResource(uri, signal)
  const confirmation =
    connection.info.era === 'modern'
      ? 'notifications/subscriptions/acknowledged'
      : 'resources/subscribe'
  await eventually(() =>
    recording.frames
      .slice(before)
      .some((frame) => frame.direction === 'in' && frame.method === confirmation),
  )
  return uri
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
