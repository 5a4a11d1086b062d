import type { McpServer } from '@modelcontextprotocol/server'

/** A part the fixture server can be composed of; tool features are named as their tool. */
export type FixtureFeature =
  | 'echo'
  | 'add'
  | 'slow'
  | 'fail'
  | 'image'
  | 'audio'
  | 'resource-link'
  | 'embedded-resource'
  | 'big-result'
  | 'every-schema'
  | 'hostile-text'
  | 'write-note'
  | 'append-note'
  | 'env-dump'
  | 'crash'
  | 'prompts'
  | 'resources'
  | 'templates'

/**
 * The protocol generations a fixture supports: `legacy` = 2025-11-25 and older (`initialize`),
 * `modern` = 2026-07-28 only (`server/discover`), `dual` = whichever the client opens with.
 */
export type FixtureEra = 'legacy' | 'modern' | 'dual'

/** Event that the server side saw, so that a test can assert it rather than trust the client. */
export type FixtureEvent =
  | { type: 'tool-called'; tool: string; arguments: Record<string, unknown> }
  | { type: 'cancel-seen'; tool: string; step: number }

export type FixtureServerOptions = {
  /** Parts to serve, in list order. Default: all. */
  features?: readonly FixtureFeature[]
  /** `serverInfo.name`. Default `gatehouse-fixture`. */
  name?: string
  /** `serverInfo.title`. Default `Gatehouse fixture`. */
  title?: string
  /** Instructions for the model, as the server announces them. Default: none. */
  instructions?: string
  /** Receives each event as it happens. */
  onEvent?: (event: FixtureEvent) => void
  /** Action of the `crash` tool; default ends this process with the given exit code. */
  onCrash?: (code: number) => void
  /** Registers a test's own tools, prompts or resources after the chosen features. */
  extend?: (server: McpServer) => void
}
