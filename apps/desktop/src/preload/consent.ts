import { contextBridge, ipcRenderer } from 'electron'
import {
  CONSENT_DECIDE_CHANNEL,
  CONSENT_READ_CHANNEL,
  CONSENT_REVEAL_CHANNEL,
} from '@gatehouse/contract/consent-bridge'

contextBridge.exposeInMainWorld('consent', {
  read: (): Promise<unknown> => ipcRenderer.invoke(CONSENT_READ_CHANNEL),
  decide: (id: unknown, decision: unknown, chosen: unknown): Promise<unknown> =>
    ipcRenderer.invoke(CONSENT_DECIDE_CHANNEL, id, decision, chosen),
  reveal: (id: unknown, value: unknown): Promise<unknown> =>
    ipcRenderer.invoke(CONSENT_REVEAL_CHANNEL, id, value),
})

// Nothing that is dropped here may become of this page.
for (const kind of ['dragover', 'drop'])
  window.addEventListener(kind, (event) => event.preventDefault(), true)
