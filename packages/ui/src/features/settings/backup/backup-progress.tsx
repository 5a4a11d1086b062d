import type { BackupProgress as Progress } from '@gatehouse/domain/backup'
import { useEffect, useState } from 'react'
import { ProgressBar } from '../../../kit/index.ts'
import { useBridge } from '../../../lib/bridge/bridge.tsx'

/** Shows nothing before the first part is done: a system dialog may be open. */
export function BackupProgress({ step, label }: { step: Progress['step']; label: string }) {
  const { bridge } = useBridge()
  const [part, setPart] = useState<number | null>(null)
  useEffect(
    () => bridge.on('backup.progress', (now) => now.step === step && setPart(now.part)),
    [bridge, step],
  )
  return part === null ? null : <ProgressBar label={label} value={part} />
}
