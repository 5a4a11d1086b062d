import { ExternalLink, ImageOff } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Icon, RevealText, Tooltip } from '../../kit/index.ts'
import { useT } from '../../lib/i18n.ts'
import { useAction } from '../../lib/queries/index.ts'
import { oneLine } from '../../lib/one-line.ts'
import { webAddress } from './safe-link.ts'

interface WebLinkProps {
  address: string
  children: ReactNode
  className?: string | undefined
}

/** Opens in the system's browser. The whole address shows on hover and focus, whatever the words say. */
function WebLink({ address, children, className }: WebLinkProps) {
  const t = useT('chat')
  const { mutate } = useAction('app.open-link')
  const open = (event: MouseEvent) => {
    event.preventDefault()
    mutate({ url: address })
  }
  return (
    <Tooltip
      side="top"
      content={
        <span className="flex min-w-0 flex-col">
          <span className="font-mono break-all">{address}</span>
          <span className="opacity-75">{t('transcript.opensInBrowser')}</span>
        </span>
      }
    >
      <a
        href={address}
        rel="noreferrer"
        onClick={open}
        onAuxClick={open}
        className={
          className ??
          'font-medium break-words text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent'
        }
      >
        {children}
      </a>
    </Tooltip>
  )
}

/** A link of the model. What is no web address stays text, with the address beside it. */
export function MarkdownLink({
  href,
  children,
}: {
  href?: string | undefined
  children?: ReactNode
}) {
  const address = webAddress(href)
  if (address !== null) return <WebLink address={address}>{children}</WebLink>
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

/** A picture in the model's text is never fetched: that would tell somebody that it was read. */
export function MarkdownImage({
  src,
  alt,
}: {
  src?: string | undefined
  alt?: string | undefined
}) {
  const t = useT('chat')
  const address = webAddress(src)
  const words = alt
    ? t('transcript.image', { name: oneLine(alt, 80) })
    : t('transcript.imageUnnamed')
  const box =
    'my-0.5 inline-flex max-w-full items-center gap-1.5 rounded-sm border border-line-strong bg-sunken px-1.5 text-small text-fg-2'
  const content = (
    <>
      <Icon icon={ImageOff} size={12} />
      <span className="truncate">{words}</span>
      {address !== null && <Icon icon={ExternalLink} size={12} />}
    </>
  )
  if (address === null) return <span className={box}>{content}</span>
  return (
    <WebLink address={address} className={`${box} hover:text-fg`}>
      {content}
    </WebLink>
  )
}
