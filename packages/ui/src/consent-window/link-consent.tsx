import type { ConsentDecision, ConsentRequest } from '@gatehouse/domain'
import type { AddressRange, LinkReason, LinkText, LinkTextSource } from '@gatehouse/domain/links'
import { TriangleAlert } from 'lucide-react'
import { Callout, RevealText } from '../kit/index.ts'
import { useT } from '../lib/words/i18n.ts'
import { ConsentLayout } from './consent-layout.tsx'

export interface LinkConsentProps {
  request: Extract<ConsentRequest, { kind: 'link' }>
  decide: (decision: ConsentDecision) => Promise<boolean>
}

/** Reasons that are more than the shape of an address. */
const GRAVE: ReadonlySet<LinkReason> = new Set([
  'found-text',
  'incomplete',
  'not-in-chat',
  'by-app',
  'other-host',
  'hidden',
  'punycode',
])

/** An address of a chat before it is opened: its host, all of it, and the text of the chat that is in it. */
export function LinkConsent({ request: { review }, decide }: LinkConsentProps) {
  const t = useT('consent')
  const { url, reasons, texts, marks, isRemembered } = review
  const { host } = new URL(url)
  return (
    <ConsentLayout
      title={t('link.title')}
      subject={
        <span className="font-mono font-semibold wrap-anywhere text-fg" data-testid="host">
          <RevealText text={host} />
        </span>
      }
      note={t('link.note')}
      choices={[
        ...(isRemembered
          ? []
          : [{ decision: 'allow-and-remember' as const, label: t('link.remember') }]),
        { decision: 'allow', label: t('link.allow') },
      ]}
      decide={decide}
    >
      <div className="flex flex-col gap-5">
        <ul className="flex flex-col gap-2">
          {reasons.map((reason) => (
            <li key={reason} data-reason={reason}>
              {GRAVE.has(reason) ? (
                <Callout tone="warning" icon={TriangleAlert}>
                  {t(`link.reason.${reason}`)}
                </Callout>
              ) : (
                <span className="text-note text-fg-2">{t(`link.reason.${reason}`)}</span>
              )}
            </li>
          ))}
        </ul>
        <section>
          <h3 className="mb-1 text-note font-medium text-fg-2">{t('link.address')}</h3>
          <div
            data-testid="address"
            className="rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-small wrap-anywhere"
          >
            <MarkedAddress url={url} marks={marks} />
          </div>
        </section>
        {texts.length > 0 && (
          <section>
            <h3 className="mb-1 text-note font-medium text-fg-2">{t('link.found')}</h3>
            <ul className="flex flex-col gap-2">
              {texts.map((text, at) => (
                <FoundText key={at} text={text} />
              ))}
            </ul>
          </section>
        )}
        {!isRemembered && <p className="text-note text-fg-2">{t('link.meaning', { host })}</p>}
      </div>
    </ConsentLayout>
  )
}

/** The whole address, with marked findings. */
function MarkedAddress({ url, marks }: { url: string; marks: readonly AddressRange[] }) {
  const ends = [0, ...marks.flatMap(({ start, end }) => [start, end]), url.length]
  return ends.slice(1).map((end, at) => {
    const text = url.slice(ends[at], end)
    if (text === '') return null
    return at % 2 === 1 ? (
      <mark key={end} className="rounded-sm bg-warning-soft font-semibold text-warning">
        <RevealText text={text} />
      </mark>
    ) : (
      <RevealText key={end} text={text} />
    )
  })
}

function FoundText({ text: { from, label, how, excerpt } }: { text: LinkText }) {
  const t = useT('consent')
  const source = useSource()
  const place = from.kind === 'server' && label !== '' ? ` · ${label}` : ''
  return (
    <li data-testid="found-text" className="rounded-lg border border-line px-3 py-2">
      <span className="block text-note text-fg-2">
        <RevealText text={`${source(from)}${place}`} />
      </span>
      <RevealText text={excerpt} className="font-mono text-small" />
      {how !== 'plain' && (
        <span className="block text-small text-fg-3">{t(`link.how.${how}`)}</span>
      )}
    </li>
  )
}

/** Who gave a text, in words. */
function useSource() {
  const t = useT('consent')
  return (from: LinkTextSource): string => {
    switch (from.kind) {
      case 'person':
        return t('link.from.person')
      case 'model':
        return t('link.from.model')
      case 'server':
        return t('link.from.server', { server: from.serverName })
      case 'file':
        return t('link.from.file', { file: from.name })
    }
  }
}
