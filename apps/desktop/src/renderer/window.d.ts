import type { Bridge } from '@gatehouse/contract'

declare global {
  interface Window {
    readonly bridge: Bridge
  }
}
