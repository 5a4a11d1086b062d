import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../marks/icon.tsx'
import { useUnseenFold } from '../text/unseen-parts.tsx'

export interface DisclosureProps {
  summary: ReactNode
  children: ReactNode
  defaultOpen?: boolean | undefined
  className?: string | undefined
  /** It holds this many parts of what an answer lets out. */
  parts?: number | undefined
  /** Draws its content only while it is open; the content starts over each time. */
  onlyOpen?: boolean | undefined
}

/** Something folded away under its summary, in the browser's own <details>. */
export function Disclosure({
  summary,
  children,
  defaultOpen = false,
  className,
  parts = 0,
  onlyOpen = false,
}: DisclosureProps) {
  const { open, setOpen } = useUnseenFold(defaultOpen, parts)
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={classNames('group/disclosure', className)}
    >
      <summary className="flex w-fit cursor-default list-none items-center gap-1 rounded-sm text-note text-fg-2 hover:text-fg">
        <Icon
          icon={ChevronRight}
          size={14}
          className="transition-transform duration-100 group-open/disclosure:rotate-90"
        />
        {summary}
      </summary>
      <div className="pt-2 pl-[1.125rem]">{(open || !onlyOpen) && children}</div>
    </details>
  )
}
