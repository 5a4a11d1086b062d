import type { AppInfo, Bridge } from '@gatehouse/contract'
import { useEffect, useState } from 'react'

/** Stands in until the interface is there. */
export function Placeholder({ bridge }: { bridge: Bridge }) {
  const [info, setInfo] = useState<AppInfo>()
  useEffect(() => {
    void bridge.request('app.info', {}).then((result) => {
      if (result.ok) setInfo(result.data)
    })
  }, [bridge])
  return (
    <main>
      <h1>Gatehouse</h1>
      <p>{info ? `${info.version} on Electron ${info.electronVersion}` : '…'}</p>
      <textarea aria-label="Message" autoFocus />
    </main>
  )
}
