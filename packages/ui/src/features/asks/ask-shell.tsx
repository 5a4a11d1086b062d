import type { KeyboardEvent, ReactNode } from 'react'
import { Card, CardHeader, RevealText, ServerName } from '../../kit/index.ts'
import { useAskWords } from '../../lib/words/ask-words.ts'
import { useFormats } from '../../lib/formats/formats.ts'
import { useT } from '../../lib/words/i18n.ts'
import { useNow } from '../../lib/formats/now.ts'
import { Sentence } from '../../lib/words/sentence.tsx'
import { useAskKeys } from '../../lib/keys/use-ask-keys.ts'
import { CauseLines } from './cause-lines.tsx'
import { ExpiryLine } from './expiry-line.tsx'
import type { ServerAsk } from './server-ask.ts'
import type { AnswerControl } from './use-answer-control.ts'

interface AskShellProps {
  ask: ServerAsk
  inline: boolean
  control: AnswerControl
  /** Actions of Mod+Enter and Escape; null while a part of the card has its own keys. */
  keys: { onMain: () => void; onRefuse: () => void } | null
  /** Badges in the head. */
  aside?: ReactNode
  /** Sections and the footer. */
  children: ReactNode
}

/** The frame of every card: asker, request, age, and causing call. */
export function AskShell({ ask, inline, control, keys, aside, children }: AskShellProps) {
  const { head, sentence } = useAskWords()
  const { card, answered, acceptsInput } = control
  const active = answered ? null : keys
  useAskKeys(card, active)
  // Cards receive the window's keys, but not those typed into a field, unless it is the card's own.
  const onKeyDown = (event: KeyboardEvent): void => {
    const { nativeEvent, target } = event
    if (!active || event.defaultPrevented || event.repeat || nativeEvent.isComposing) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    if (!(target instanceof Element) || !target.matches('input, textarea')) return
    event.preventDefault()
    if (acceptsInput) active.onMain()
  }
  return (
    <div
      ref={card}
      tabIndex={-1}
      data-ask-card={ask.id}
      data-testid="ask-card"
      data-kind={ask.kind}
      className="outline-none"
    >
      <div role="presentation" onKeyDown={onKeyDown}>
        <Card hue={ask.serverHue} waiting label={sentence(ask)}>
          <CardHeader
            aside={
              <>
                {aside}
                <Waited since={ask.createdAt} />
              </>
            }
          >
            <Sentence
              words={head(ask)}
              filled={{
                server: (
                  <ServerName hue={ask.serverHue} className="max-w-48 shrink-0">
                    <RevealText text={ask.serverName} wrap={false} />
                  </ServerName>
                ),
              }}
              wordsClassName="min-w-0 font-semibold"
            />
          </CardHeader>
          <CauseLines ask={ask} inline={inline} />
          <ExpiryLine ask={ask} />
          {children}
        </Card>
      </div>
    </div>
  )
}

function Waited({ since }: { since: number }) {
  const t = useT('asks')
  const { duration } = useFormats()
  const waited = Math.max(0, Math.floor((useNow(10_000) - since) / 1000) * 1000)
  return (
    <span className="whitespace-nowrap tabular-nums">
      {waited < 10_000 ? t('justNow') : t('ago', { time: duration(waited) })}
    </span>
  )
}
