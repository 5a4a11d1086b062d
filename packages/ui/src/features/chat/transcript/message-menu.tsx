import { messageLink, type MessageRef } from '@gatehouse/domain/chats'
import { Ellipsis, Link2, TextQuote, Type } from 'lucide-react'
import { useRef } from 'react'
import { IconButton, Menu, useToasts, type MenuEntry } from '../../../kit/index.ts'
import { worded } from '../../../lib/words/worded.ts'
import { useMessageWords } from './message-words.ts'
import { useQuote } from './use-quote.ts'

/** Acts on a message: drawn while the pointer or the focus is on it, and where nothing can hover. */
export const onDemand =
  'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 has-data-popup-open:opacity-100 [@media(hover:none)]:opacity-100'

interface MessageMenuProps {
  /** The text as it was written. */
  text: () => string | Promise<string>
  /** Absent: there is nothing to link to. */
  place?: MessageRef | undefined
  /** Items above the others. */
  entries?: readonly MenuEntry[]
}

/** The rarer acts on a message, in words. */
export function MessageMenu({ text, place, entries = [] }: MessageMenuProps) {
  const t = useMessageWords()
  const quote = useQuote()
  const copy = useCopyNow()
  const trigger = useRef<HTMLButtonElement>(null)
  const link: MenuEntry[] = place
    ? [
        {
          label: t('link'),
          icon: Link2,
          onSelect: () => void copy(() => messageLink(place), 'link'),
        },
      ]
    : []
  return (
    <Menu
      side="top"
      trigger={<IconButton ref={trigger} size="small" icon={Ellipsis} label={t('more')} />}
      entries={[
        ...entries,
        {
          label: t('quote'),
          icon: TextQuote,
          onSelect: () => {
            const within = trigger.current?.closest('[data-quoted]') ?? null
            void Promise.resolve(text()).then((words) => quote(words, within))
          },
        },
        {
          label: t('plain'),
          icon: Type,
          onSelect: () =>
            void copy(async () => {
              const { plainText } = await import('../markdown/plain-text.ts')
              return plainText(await text())
            }, 'plain'),
        },
        ...link,
      ]}
    />
  )
}

/** Copies, and says so: a menu has closed by then. */
function useCopyNow(): (
  text: () => string | Promise<string>,
  what: 'link' | 'plain',
) => Promise<void> {
  const toasts = useToasts()
  return async (text, what) => {
    try {
      await navigator.clipboard.writeText(await text())
      const title =
        what === 'link'
          ? worded('messageActions', (t) => t('linkCopied'))
          : worded('chat', (t) => t('copy.copiedPlain'))
      toasts.show({ title, tone: 'success', timeout: 2500 })
    } catch {
      toasts.show({ title: worded('chat', (t) => t('copy.failed')), tone: 'danger' })
    }
  }
}
