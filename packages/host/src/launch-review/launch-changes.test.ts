import { serverDraftSchema, type ServerConfig } from '@gatehouse/domain'
import { expect, it } from 'vitest'
import { launchChanges } from './launch-changes.ts'

const config: ServerConfig = {
  id: 's',
  name: 'far',
  hue: 0,
  transport: { kind: 'http', url: 'https://far.example/mcp', headers: [] },
  protocol: 'auto',
  start: 'launch',
  requestTimeoutMs: 60_000,
  createdAt: 0,
}
const draft = { id: 's', name: 'far', transport: config.transport } as const

it('another place for the browser to come back is a change that is shown', () => {
  const port = { kind: 'loopback', host: 'localhost', port: 8123 } as const
  const next = serverDraftSchema.parse({ ...draft, signInRedirect: port })
  const [before, after] = [null, 'http://localhost:8123/callback']
  expect(launchChanges(config, next)).toEqual([{ part: 'client', before, after }])
  expect(launchChanges({ ...config, signInRedirect: port }, next)).toEqual([])
  expect(
    launchChanges({ ...config, signInRedirect: port }, serverDraftSchema.parse(draft)),
  ).toEqual([{ part: 'client', before: after, after: before }])
})
