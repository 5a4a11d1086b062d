import { Button, CardSection, RevealText, useUnseenFold } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'

/** Characters of a server's words that are drawn at once. */
const MAX_SHOWN = 8000

/** The server's message about its request: its own words, as text, never with links. */
export function ServerMessage({ serverName, text }: { serverName: string; text: string }) {
  const t = useT('asks')
  const common = useT('common')
  const { open: all, setOpen: setAll } = useUnseenFold(text.length <= MAX_SHOWN)
  const label = t('serverMessage', { server: serverName })
  if (text.trim() === '')
    return (
      <CardSection className="text-note text-fg-3">
        {t('noReason', { server: serverName })}
      </CardSection>
    )
  return (
    <CardSection className="flex flex-col gap-0.5">
      <p className="text-small text-fg-3">{label}</p>
      <div
        role="group"
        tabIndex={0}
        aria-label={label}
        className="max-h-48 overflow-auto border-l-2 border-hue-line pl-3 text-read"
      >
        <RevealText text={all ? text : text.slice(0, MAX_SHOWN)} />
      </div>
      {!all && text.length > MAX_SHOWN && (
        <Button
          size="small"
          variant="ghost"
          className="-ml-2 self-start"
          onClick={() => setAll(true)}
        >
          {common('kit.showMore')}
        </Button>
      )}
    </CardSection>
  )
}

/** The effect of each answer of a card on the server: they differ. */
export function AnswerEffects({
  serverName,
  lines,
}: {
  serverName: string
  lines: readonly string[]
}) {
  const t = useT('asks')
  return (
    <CardSection padded={false} className="px-3 py-2">
      <ul
        aria-label={t('buttonEffects', { server: serverName })}
        className="flex flex-col gap-0.5 text-small text-fg-3"
      >
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </CardSection>
  )
}
