import type { ConsentBridge } from '@gatehouse/contract'

declare global {
  interface Window {
    readonly consent: ConsentBridge
  }
}
