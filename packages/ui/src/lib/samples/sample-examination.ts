import type { ServerExamination } from '@gatehouse/domain/doctor'

const NOTHING: ServerExamination = {
  platform: 'linux',
  home: '/home/ada',
  launch: null,
  start: null,
}
const NODE = '/home/ada/.nvm/versions/node/v24.9.0/bin'

/** For the gallery and tests: a start of `figma` that ended because a variable is missing; nothing of other servers. */
export function sampleExamination(id: string): ServerExamination {
  if (id !== 'figma') return NOTHING
  const at = Date.UTC(2026, 10, 27, 14, 5, 12)
  return {
    ...NOTHING,
    launch: {
      path: `${NODE}/npx`,
      lookedIn: [NODE],
      programs: [{ command: 'npx', path: `${NODE}/npx` }],
    },
    start: {
      at,
      steps: [
        { step: 'resolve', at },
        { step: 'spawn', at: at + 12 },
        { step: 'download', at: at + 112 },
      ],
      endedAt: at + 7912,
      first: [
        '(node:48213) ExperimentalWarning: SQLite is an experimental feature and might change at any time',
        '(Use `node --trace-warnings ...` to show where the warning was created)',
        '\u001b[31m[ERROR] Either FIGMA_API_KEY or FIGMA_OAUTH_TOKEN is required (via CLI argument or .env file)\u001b[0m',
        'Usage: figma-developer-mcp [options]',
        '  --figma-api-key   Figma API key',
        '  --stdio           Speak over standard input and output',
        'Error: configuration',
        '    at getServerConfig (/home/ada/.npm/_npx/5c/node_modules/figma-developer-mcp/dist/config.js:31:9)',
        '    at startServer (/home/ada/.npm/_npx/5c/node_modules/figma-developer-mcp/dist/cli.js:12:18)',
        'Node.js v24.9.0',
      ],
      last: [],
      printed: 10,
      printedAtStart: 10,
    },
  }
}
