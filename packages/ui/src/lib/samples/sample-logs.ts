import type { LogLine } from '@gatehouse/domain'
import { SAMPLE_NOW } from './sample-now.ts'

const lines: [LogLine['source'], LogLine['level'], string][] = [
  [
    'host',
    'info',
    'Starting npx -y @modelcontextprotocol/server-filesystem@2026.8.31 /home/ada/code',
  ],
  ['stderr', 'info', 'npm warn exec The following package was not found and will be installed'],
  ['stderr', 'info', 'Secure MCP Filesystem Server running on stdio'],
  ['host', 'info', 'Ready after 640 ms, protocol 2025-11-25'],
  ['server', 'debug', 'roots/list returned 2 roots'],
  ['server', 'warning', 'Path /home/ada/code/old does not exist any more'],
  ['stderr', 'error', 'EACCES: permission denied, scandir \u202E/gnp.terces'],
]

export const sampleLogs: LogLine[] = lines.map(([source, level, text], index) => ({
  serverId: 'filesystem',
  seq: index + 1,
  at: SAMPLE_NOW - (lines.length - index) * 1370,
  source,
  level,
  text,
}))
