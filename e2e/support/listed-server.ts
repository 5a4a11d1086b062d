import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Content of its lists, each as the JSON text that is sent: also text that no library would write. */
export interface Listed {
  tools: readonly string[]
  prompts?: readonly string[]
}

export interface ListedServer {
  /** `http://127.0.0.1:<port>/mcp` */
  url: string
  /** From the next request on. */
  offer(listed: Listed): void
  /** Names of the tools that were called. */
  called: readonly string[]
  close(): void
}

type Message = { id?: number | string; method?: string; params?: { [name: string]: unknown } }

/** Entries and characters of one page of a list: a message has a limit of its own. */
const PAGE = { entries: 100, characters: 8_000_000 }

/**
 * An MCP server over Streamable HTTP (legacy era, no session) that lists any text as its definitions, in pages, and
 * returns the same few words for each call.
 */
export async function startListedServer(first: Listed): Promise<ListedServer> {
  let listed = first
  const called: string[] = []

  function resultOf({ method, params = {} }: Message): string | undefined {
    switch (method) {
      case 'initialize':
        return JSON.stringify({
          protocolVersion: '2025-11-25',
          capabilities: { tools: {}, prompts: {} },
          serverInfo: { name: 'listed', version: '1' },
        })
      case 'ping':
        return '{}'
      case 'tools/list':
        return pageOf('tools', listed.tools, params['cursor'])
      case 'prompts/list':
        return pageOf('prompts', listed.prompts ?? [], params['cursor'])
      case 'tools/call':
        called.push(String(params['name']))
        return '{"content":[{"type":"text","text":"It ran."}]}'
      default:
        return undefined
    }
  }

  const http = createServer((request, response) => {
    void (async () => {
      if (request.method !== 'POST') return response.writeHead(405).end()
      const message = JSON.parse(await text(request)) as Message
      if (message.id === undefined) return response.writeHead(202).end()
      const result = resultOf(message)
      const outcome =
        result === undefined ? '"error":{"code":-32601,"message":"No."}' : `"result":${result}`
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},${outcome}}`)
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    offer: (next) => {
      listed = next
    },
    called,
    close: () => {
      http.close()
      http.closeAllConnections()
    },
  }
}

function pageOf(name: string, entries: readonly string[], cursor: unknown): string {
  const from = Number(cursor ?? 0)
  let to = from
  let characters = 0
  while (to < entries.length && to - from < PAGE.entries && characters < PAGE.characters) {
    characters += entries[to]?.length ?? 0
    to += 1
  }
  const next = to < entries.length ? `,"nextCursor":"${to}"` : ''
  return `{"${name}":[${entries.slice(from, to).join(',')}]${next}}`
}
