import type { McpServer } from '@modelcontextprotocol/server'
import type { FixtureServerOptions } from './fixture-options.ts'

/**
 * An MCP server composed of the chosen features, not yet connected to a transport.
 *
 * @throws Error naming an unknown feature
 */
export async function createFixtureServer(options: FixtureServerOptions = {}): Promise<McpServer> {
  // Loaded on first use: importing the testkit must stay cheap.
  const fixture = await import('./fixture-server/fixture-server.mjs')
  return fixture.createFixtureServer(options)
}
