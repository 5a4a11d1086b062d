import { ipcRenderer } from 'electron'
import { APP_WINDOW_PORT_CHANNEL } from '@gatehouse/contract/app-window-bridge'

// The page of this window is the proxy of one interface. It gets the port of its view as a message, and nothing else.
ipcRenderer.on(APP_WINDOW_PORT_CHANNEL, ({ ports }) =>
  window.postMessage('port', location.origin, ports),
)
