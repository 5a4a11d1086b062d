import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../marks/icon-button.tsx'
import type { IconType } from '../marks/icon.tsx'
import { useKit } from '../kit-labels.ts'
import { LiveRegion } from '../live-region.tsx'

export interface CopyButtonProps {
  /** Called on press, so that a large text is made only when it is wanted. */
  text: string | (() => string | Promise<string>)
  /** Default: two sheets. */
  icon?: IconType | undefined
  /** Names what is copied ('Copy arguments'); without it just 'Copy'. */
  label?: string | undefined
  /** Writes to the clipboard; the browser's own by default. */
  write?: ((text: string) => Promise<void>) | undefined
  className?: string | undefined
  /** Its `data-act`, by which a key of the window finds it. */
  act?: string | undefined
}

/** Copies and shows so for two seconds. */
export function CopyButton({ text, icon = Copy, label, write, className, act }: CopyButtonProps) {
  const { labels } = useKit()
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    try {
      const value = typeof text === 'function' ? await text() : text
      await (write ?? ((data: string) => navigator.clipboard.writeText(data)))(value)
    } catch {
      return
    }
    setCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setCopied(false), 2000)
  }
  return (
    <>
      <IconButton
        size="small"
        icon={copied ? Check : icon}
        label={copied ? labels.copied : (label ?? labels.copy)}
        data-act={act}
        onClick={() => void copy()}
        className={className}
      />
      <LiveRegion>{copied ? labels.copied : ''}</LiveRegion>
    </>
  )
}
