import { useMemo, useState } from 'react'
import { Button, CopyButton, RevealText } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'

const FOLD_LINES = 40
const FOLD_CHARACTERS = 8000

/** Where to cut; `null` when the whole is hardly longer. */
function foldAt(text: string): number | null {
  let end = -1
  for (let line = 0; line < FOLD_LINES; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end < 0) break
  }
  const cut = Math.min(end < 0 ? text.length : end, FOLD_CHARACTERS)
  return cut < text.length - 200 ? cut : null
}

/** A server's text as it is, in data type, folded when long and never cut. */
export function LongText({ text, label }: { text: string; label: string }) {
  const t = useT('servers')
  const [open, setOpen] = useState(false)
  const fold = useMemo(() => foldAt(text), [text])
  return (
    <div className="group/text relative flex flex-col gap-1">
      <pre
        role="group"
        tabIndex={0}
        aria-label={label}
        className="max-h-[60vh] overflow-auto font-mono text-small focus-visible:outline-offset-4"
      >
        <RevealText text={fold === null || open ? text : text.slice(0, fold)} />
      </pre>
      {fold !== null && (
        <Button
          size="small"
          variant="ghost"
          className="-ml-2 self-start"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {t(open ? 'content.less' : 'content.all')}
        </Button>
      )}
      <div className="absolute -top-1 right-0 rounded-md bg-card opacity-0 group-focus-within/text:opacity-100 group-hover/text:opacity-100">
        <CopyButton text={text} />
      </div>
    </div>
  )
}
