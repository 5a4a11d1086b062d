import type { AuditPage, AuditRow } from '@gatehouse/domain/audit'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { useAuditPages } from './use-audit-pages.ts'

afterEach(cleanup)

const row = (record: number): AuditRow => ({
  record,
  id: `r${record}`,
  at: record,
  kind: 'tool-call',
  serverName: 'files',
  serverHue: 0,
  subject: '',
  decision: 'allow-once',
  outcome: 'done',
})

const pageOf = (record: number, next: number | null): AuditPage => ({
  rows: [row(record)],
  next,
  first: 1,
  last: record,
})

it('a page that newer entries made needless keeps no other one from being read', async () => {
  let latest = pageOf(4, 4)
  let respond: (page: AuditPage) => void = () => undefined
  const bridge = createSampleBridge({
    handlers: {
      'audit.page': ({ before }) => {
        if (before === undefined) return latest
        if (before === 4) return new Promise<AuditPage>((resolve) => (respond = resolve))
        return pageOf(7, null)
      },
    },
  })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <BridgeProvider bridge={bridge}>{children}</BridgeProvider>
  )
  const filter = { text: '', group: undefined }
  const { result } = renderHook(() => useAuditPages(filter), { wrapper })
  const records = () => result.current.rows.map(({ record }) => record)
  await waitFor(() => expect(records()).toEqual([4]))
  act(() => result.current.more?.())
  // Meanwhile so much was written that the first latest page is no longer continued.
  latest = pageOf(9, 8)
  act(() => bridge.emit('audit.changed', {}))
  await waitFor(() => expect(records()).toEqual([9]))
  act(() => result.current.more?.())
  await waitFor(() => expect(records()).toEqual([9, 7]))
  await act(async () => respond(pageOf(3, null)))
  expect(records()).toEqual([9, 7])
  expect(result.current.failed).toBe(false)
})
