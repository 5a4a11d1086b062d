import { APP_PORT_CHANNEL } from '@gatehouse/contract/bridge'
import { useEffect, type RefObject } from 'react'

/** Hands the port that main sends for a view on to its proxy frame, once. */
export function useAppPort(
  frame: RefObject<HTMLIFrameElement | null>,
  { viewId, address }: { viewId: string; address: string },
): void {
  useEffect(() => {
    const receive = ({ source, data, ports }: MessageEvent<unknown>): void => {
      const [port] = ports
      if (source !== window || !port || !isPortOf(data, viewId)) return
      window.removeEventListener('message', receive)
      frame.current?.contentWindow?.postMessage('port', originOf(address), [port])
    }
    window.addEventListener('message', receive)
    return () => window.removeEventListener('message', receive)
  }, [frame, viewId, address])
}

function isPortOf(data: unknown, viewId: string): boolean {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === APP_PORT_CHANNEL &&
    'viewId' in data &&
    data.viewId === viewId
  )
}

/** Without the last slash; `URL.origin` is `null` for a scheme of our own. */
const originOf = (address: string): string => address.replace(/\/$/, '')
