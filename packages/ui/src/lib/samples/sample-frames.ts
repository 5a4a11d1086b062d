import type { Frame } from '@gatehouse/domain'
import { SAMPLE_NOW } from './sample-now.ts'

type FrameSketch = Pick<Frame, 'direction' | 'kind' | 'message'> & Partial<Frame>

const sampleView = { id: 'view', title: 'Show board' }

const passed: FrameSketch[] = [
  {
    direction: 'out',
    kind: 'request',
    method: 'initialize',
    rpcId: 0,
    message: {
      jsonrpc: '2.0',
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25' },
    },
  },
  {
    direction: 'in',
    kind: 'response',
    method: 'initialize',
    rpcId: 0,
    latencyMs: 167,
    message: { jsonrpc: '2.0', id: 0, result: { protocolVersion: '2025-11-25' } },
  },
  {
    direction: 'out',
    kind: 'notification',
    method: 'notifications/initialized',
    message: { jsonrpc: '2.0', method: 'notifications/initialized' },
  },
  {
    direction: 'out',
    kind: 'request',
    method: 'tools/list',
    rpcId: 1,
    message: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  },
  {
    direction: 'in',
    kind: 'response',
    method: 'tools/list',
    rpcId: 1,
    latencyMs: 18,
    message: { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'read_text_file' }] } },
  },
  {
    direction: 'out',
    kind: 'request',
    method: 'tools/call',
    rpcId: 2,
    message: {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'read_text_file', arguments: { path: '/home/ada/code/README.md' } },
    },
  },
  {
    direction: 'in',
    kind: 'notification',
    method: 'notifications/progress',
    message: {
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: 2, progress: 1, total: 3 },
    },
  },
  {
    direction: 'in',
    kind: 'error',
    method: 'tools/call',
    rpcId: 2,
    latencyMs: 212,
    message: {
      jsonrpc: '2.0',
      id: 2,
      error: { code: -32_602, message: 'Access denied: path outside allowed directories' },
    },
  },
  { direction: 'in', kind: 'malformed', message: 'Listening on port 3000…' },
  {
    direction: 'in',
    kind: 'request',
    method: 'resources/read',
    rpcId: 7,
    message: {
      jsonrpc: '2.0',
      id: 7,
      method: 'resources/read',
      params: { uri: 'https://a.example' },
    },
    view: sampleView,
  },
  {
    direction: 'out',
    kind: 'error',
    method: 'resources/read',
    rpcId: 7,
    message: {
      jsonrpc: '2.0',
      id: 7,
      error: { code: -32_000, message: 'Only resources that the server lists are read.' },
    },
    view: { ...sampleView, refused: 'not-allowed' },
  },
]

export const sampleFrames: Frame[] = passed.map((sketch, index) => ({
  serverId: 'filesystem',
  seq: index + 1,
  at: SAMPLE_NOW - (passed.length - index) * 431,
  bytes: JSON.stringify(sketch.message).length,
  truncated: false,
  ...sketch,
}))
