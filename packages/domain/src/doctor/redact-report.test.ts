import { expect, test } from 'vitest'
import { redactReport } from './redact-report.ts'

const redact = (text: string) => redactReport(text, { home: '/home/ada', mark: '[hidden]' })

test.each([
  ['/home/ada/.nvm/bin/node', '~/.nvm/bin/node'],
  ['read "/home/grace/x" failed', 'read "/home/…/x" failed'],
  ['C:\\Users\\Grace\\AppData\\npm', 'C:\\Users\\…\\AppData\\npm'],
  ['npx a --api-key abcdefgh12345', 'npx a --api-key [hidden]'],
  ['API_KEY=hunter2hunter2 node', 'API_KEY=[hidden] node'],
  ['{"token": "abcd1234efgh"}', '{"token": "[hidden]"}'],
  ['got sk-ant0123456789abcdef back', 'got [hidden] back'],
  ['Authorization: Bearer ghp_0123456789abcdef0123', 'Authorization: [hidden] [hidden]'],
  ['FIGMA_API_KEY is required', 'FIGMA_API_KEY is required'],
  ['npx figma-developer-mcp --stdio', 'npx figma-developer-mcp --stdio'],
])('%s is reported as %s', (text, shown) => {
  expect(redact(text)).toBe(shown)
})
