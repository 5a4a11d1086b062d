import { readMessageLink } from '@gatehouse/domain/chats'
import { ExternalLink, ImageOff } from 'lucide-react'
import { isValidElement, useContext, type MouseEvent, type ReactNode } from 'react'
import { Icon, RevealText, useTooltip } from '../../../kit/index.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { InertLinksContext } from '../inert-links.ts'
import { LinkChat } from './link-chat.ts'
import { linkWarning, type LinkWarning } from './link-warning.ts'
import { MessageLink } from '../transcript/message-link.tsx'

interface WebLinkProps {
  address: string
  /** A doubt about its words, which main shows with the address. */
  warning?: LinkWarning | null | undefined
  children: ReactNode
  className?: string | undefined
}

/** The button that opens the menu. */
const RIGHT = 2

/** Characters of an address that a hint shows; the consent window shows all of a longer one. */
const HINT_CHARACTERS = 300

/** Opens in the system's browser. The host shows at once on hover and focus, whatever the words say. */
function WebLink({ address, warning, children, className }: WebLinkProps) {
  const t = useT('chat')
  const { mutate } = useAction('app.open-link')
  const conversationId = useContext(LinkChat)
  const { host } = new URL(address)
  const [trigger, tooltip] = useTooltip({
    side: 'top',
    atOnce: true,
    content: (
      <span className="flex min-w-0 flex-col">
        <span className="font-mono font-semibold wrap-anywhere" data-testid="link-hint-host">
          {host}
        </span>
        <span className="font-mono wrap-anywhere">
          {address.slice(0, HINT_CHARACTERS)}
          {address.length > HINT_CHARACTERS && '…'}
        </span>
        <span className="opacity-75">{t('transcript.opensInBrowser')}</span>
      </span>
    ),
  })
  const open = (event: MouseEvent) => {
    event.preventDefault()
    // The second press of a double click is no second wish.
    if (event.detail > 1 || event.button === RIGHT) return
    const doubt = warning === 'other-host' || warning === 'hidden' ? { doubt: warning } : {}
    mutate({ url: address, conversationId, ...doubt })
  }
  return (
    <>
      <a
        href={address}
        rel="noreferrer"
        onClick={open}
        onAuxClick={open}
        {...trigger}
        className={
          className ??
          'font-medium break-words text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent'
        }
      >
        {children}
      </a>
      {tooltip}
    </>
  )
}

/** All text below a node, as it is read. */
function wordsOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(wordsOf).join('')
  return isValidElement<{ children?: ReactNode; text?: string; alt?: string }>(node)
    ? wordsOf(node.props.text ?? node.props.alt ?? node.props.children)
    : ''
}

interface NamedLinkProps {
  address: string
  /** Its words, if more than words is drawn. */
  words?: string | undefined
  className?: string | undefined
  children?: ReactNode
}

/** A link whose words may claim something: where they do not fit its host, the host stands beside them. */
function NamedLink({ address, words, className, children }: NamedLinkProps) {
  const warning = linkWarning(words ?? wordsOf(children), address)
  if (warning === null)
    return (
      <WebLink address={address} className={className}>
        {children}
      </WebLink>
    )
  const { host } = new URL(address)
  return (
    <WebLink address={address} warning={warning} className={className}>
      {children}{' '}
      <span
        data-testid="link-host"
        data-not-copied
        className="rounded-sm bg-warning-soft px-1 font-mono text-small text-warning"
      >
        {host}
      </span>
    </WebLink>
  )
}

/** A link of the model. What is not a web address stays text, with the address beside it. */
export function MarkdownLink({
  href,
  children,
}: {
  href?: string | undefined
  children?: ReactNode
}) {
  const isInert = useContext(InertLinksContext)
  const address = webAddress(href)
  if (address !== null && !isInert) return <NamedLink address={address}>{children}</NamedLink>
  const place = href === undefined || isInert ? null : readMessageLink(href)
  if (place) return <MessageLink place={place} />
  const shown =
    href === undefined || href.startsWith('streamdown:') || href.startsWith('#') ? '' : href
  return (
    <>
      {children}
      {shown !== '' && (
        <span className="text-fg-3">
          {' '}
          (<RevealText text={oneLine(shown)} />)
        </span>
      )}
    </>
  )
}

/** A picture in the model's text is never fetched: that would reveal that it was read. Its address is shown. */
export function MarkdownImage({
  src,
  alt,
}: {
  src?: string | undefined
  alt?: string | undefined
}) {
  const t = useT('chat')
  const isInert = useContext(InertLinksContext)
  const address = webAddress(src)
  const words = alt
    ? t('transcript.image', { name: oneLine(alt, 80) })
    : t('transcript.imageUnnamed')
  // Where the words raise a doubt about it, the link itself names the host.
  const host =
    address !== null && linkWarning(alt ?? '', address) === null ? new URL(address).host : null
  const box =
    'my-0.5 inline-flex max-w-full items-center gap-1.5 rounded-sm border border-line-strong bg-sunken px-1.5 text-small text-fg-2'
  const content = (
    <>
      <Icon icon={ImageOff} size={12} />
      <span className="truncate">{words}</span>
      {host !== null && <span className="font-mono wrap-anywhere">{host}</span>}
      {address !== null && !isInert && <Icon icon={ExternalLink} size={12} />}
    </>
  )
  if (address === null || isInert)
    return (
      <span className={box}>
        {content}
        {isInert && src !== undefined && <RevealText text={oneLine(src)} />}
      </span>
    )
  return (
    <NamedLink address={address} words={alt ?? ''} className={`${box} hover:text-fg`}>
      {content}
    </NamedLink>
  )
}

/** The address as a browser would go to it (host in punycode), or null for anything but http and https. */
function webAddress(text: string | undefined): string | null {
  if (text === undefined) return null
  try {
    const url = new URL(text)
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
  } catch {
    return null
  }
}
