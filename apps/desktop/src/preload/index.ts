import { contextBridge, ipcRenderer } from 'electron'
import { EVENT_CHANNEL, REQUEST_CHANNEL } from '@gatehouse/contract/bridge'

interface Subscription {
  event: string
  listener(payload: unknown): void
}

const subscriptions = new Set<Subscription>()

ipcRenderer.on(EVENT_CHANNEL, (_event, name: string, payload: unknown) => {
  for (const { event, listener } of Array.from(subscriptions)) {
    if (event === name) listener(payload)
  }
})

contextBridge.exposeInMainWorld('bridge', {
  async request(route: unknown, input: unknown): Promise<unknown> {
    try {
      return await ipcRenderer.invoke(REQUEST_CHANNEL, route, input)
    } catch {
      const message = 'The request or its answer could not be carried between the processes.'
      return { ok: false, error: { code: 'ipc/not-delivered', message, data: {} } }
    }
  },
  on(event: string, listener: (payload: unknown) => void): () => void {
    const subscription = { event, listener }
    subscriptions.add(subscription)
    return () => void subscriptions.delete(subscription)
  },
})
