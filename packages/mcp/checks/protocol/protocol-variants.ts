import { NEVER_ABORTED } from '@gatehouse/base'
import type { JsonObject, Tool, ToolCallProgress, ToolResult } from '@gatehouse/domain'
import type { Connection, ConnectionOptions } from '@gatehouse/host/ports'
import {
  handwrittenServerCommand,
  startHandwrittenServer,
  type ProtocolHttpServer,
  type ProtocolServerOptions,
} from '@gatehouse/testkit'
import { stdioTarget, type Recording, type TestBench } from '../testing/recorded-connection.ts'

/** A transport and an era, as the requirements of the protocol name them. */
export type ProtocolVariant =
  | 'stdio legacy'
  | 'http legacy'
  | 'sse legacy'
  | 'stdio modern'
  | 'http modern'

export const legacyVariants: readonly ProtocolVariant[] = [
  'stdio legacy',
  'http legacy',
  'sse legacy',
]
export const everyVariant: readonly ProtocolVariant[] = [
  ...legacyVariants,
  'stdio modern',
  'http modern',
]
export const plainVariants: readonly ProtocolVariant[] = everyVariant.filter(
  (variant) => variant !== 'sse legacy',
)

export interface OpenedVariant {
  connection: Connection
  recording: Recording
  /** Absent over stdio. */
  server: ProtocolHttpServer | undefined
  call(name: string, args?: JsonObject, signal?: AbortSignal): Promise<ToolResult>
  progress: ToolCallProgress[]
}

export interface VariantOptions {
  connection?: Partial<ConnectionOptions>
  server?: Partial<ProtocolServerOptions>
}

/** Opens the protocol server in one variant; the bench closes the connection, `closers` the server. */
export async function openVariant(
  { bench, closers }: { bench: TestBench; closers: (() => Promise<void>)[] },
  variant: ProtocolVariant,
  { connection: more = {}, server: serverOptions = {} }: VariantOptions = {},
): Promise<OpenedVariant> {
  const [transport, era] = variant.split(' ') as ['stdio' | 'http' | 'sse', 'legacy' | 'modern']
  const revision =
    serverOptions.revision ??
    (era === 'modern' ? '2026-07-28' : transport === 'sse' ? '2024-11-05' : '2025-11-25')
  const server =
    transport === 'stdio'
      ? undefined
      : await startHandwrittenServer({ ...serverOptions, transport, era, revision })
  if (server) closers.push(() => server.close())
  const { connection, recording } = await bench.open(
    server
      ? { kind: 'http', url: server.url, headers: {} }
      : stdioTarget(handwrittenServerCommand({ era, revision })),
    more,
  )
  const progress: ToolCallProgress[] = []
  return {
    connection,
    recording,
    server,
    progress,
    async call(name, args = {}, signal = NEVER_ABORTED) {
      const tools = await connection.listTools(signal)
      const tool = tools.find((candidate) => candidate.name === name)
      if (!tool) throw new Error(`No tool ${name}: ${tools.map((each: Tool) => each.name).join()}`)
      const onProgress = (report: ToolCallProgress): void => void progress.push(report)
      return connection.callTool({ tool, arguments: args, onProgress }, signal)
    },
  }
}

/** The first text of a result. */
export function textOf(result: ToolResult): string {
  const [block] = result.content
  return block?.type === 'text' ? block.text : ''
}
