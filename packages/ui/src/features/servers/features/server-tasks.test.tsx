import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { TaskState } from '@gatehouse/domain'
import { afterEach, expect, it } from 'vitest'
import { KitProvider } from '../../../kit/index.ts'
import { BridgeProvider } from '../../../lib/bridge/bridge.tsx'
import { LanguageProvider } from '../../../lib/words/i18n.ts'
import { createSampleBridge } from '../../../lib/samples/sample-bridge.ts'
import { sampleServers } from '../../../lib/samples/sample-servers.ts'
import { createUiStore, UiStoreProvider } from '../../../lib/ui-store.tsx'
import { ServerTasks } from './server-tasks.tsx'

afterEach(cleanup)

/**
 * @threat inbound.many-tasks
 * @attacker server
 * @tries Names thousands of tasks, which the page of its tasks would draw.
 * @stoppedBy Fifty are drawn, and a hundred more with each press.
 */
it('of thousands of tasks the first are drawn, and more with each press', async () => {
  const tasks = Array.from({ length: 4900 }, (_, at): TaskState => ({
    taskId: `task-${at}`,
    status: 'working',
    pollIntervalMs: 1000,
    ttlMs: null,
  }))
  const view = sampleServers.find(({ connection }) => connection.status === 'ready')
  if (!view) throw new Error('No sample server is ready.')
  const bridge = createSampleBridge({
    handlers: { 'task.list': () => [], 'task.list-at-server': () => tasks },
  })
  render(
    <BridgeProvider bridge={bridge}>
      <UiStoreProvider store={createUiStore()}>
        <LanguageProvider locale="en">
          <KitProvider>
            <ServerTasks view={view} />
          </KitProvider>
        </LanguageProvider>
      </UiStoreProvider>
    </BridgeProvider>,
  )
  expect(await screen.findAllByRole('listitem')).toHaveLength(50)
  fireEvent.click(screen.getByRole('button', { name: /100/ }))
  expect(screen.getAllByRole('listitem')).toHaveLength(150)
})
