import { expect, it } from 'vitest'
import { looksLikeServer } from './looks-like-server.ts'

it.each([
  '{ "mcpServers": { "a": { "command": "npx" } } }',
  'Add this to your settings:\n```json\n{"servers": {"a": {"url": "https://a.example/mcp"}}}\n```',
  '[mcp_servers.docs]\ncommand = "npx"',
  'context_servers: {}',
  'claude mcp add docs -- npx -y docs',
  '$ codex mcp add docs --url https://a.example/mcp',
  `code --add-mcp '{"name":"a"}'`,
  'npx -y @modelcontextprotocol/server-memory-mcp',
  'uvx mcp-server-git',
  'docker run -i --rm mcp/time',
  'cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=e30',
  'vscode:mcp/install?%7B%7D',
  'gatehouse://mcp/install?config=%7B%7D',
])('offers to add %j', (text) => expect(looksLikeServer(text)).toBe(true))

it.each([
  '',
  'What is an MCP server?',
  'How do I run npx mcp-server-git in a container?',
  'npx create-react-app notes',
  '{ "servers": 3 }',
  'docker run -it ubuntu\nuse mcp there',
  'https://example.com/mcp',
])('offers nothing for %j', (text) => expect(looksLikeServer(text)).toBe(false))
