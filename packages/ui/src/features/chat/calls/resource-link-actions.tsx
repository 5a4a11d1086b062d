import type { ContentBlock, ReadResourceResult } from '@gatehouse/domain'
import { BookOpen, Download, Globe, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../kit/index.ts'
import { oneLine } from '../../../lib/formats/one-line.ts'
import { useAction } from '../../../lib/queries/index.ts'
import { useServer } from '../../../lib/queries/servers.ts'
import { useAttaching } from '../composer/use-attaching.ts'
import { useResultWords } from '../result-shapes/result-words.ts'
import { useSaveText } from '../result-shapes/use-save-text.ts'
import type { CallSource } from './call-source.ts'
import { EmbeddedResourceBlock } from './resource-blocks.tsx'

interface ResourceLinkActionsProps {
  link: Extract<ContentBlock, { type: 'resource_link' }>
  source: CallSource
}

/**
 * Reads a linked resource from the server that named it, attaches it to the message that is being written, or opens a
 * web address in the browser. Nothing is read before a press.
 */
export function ResourceLinkActions({ link, source }: ResourceLinkActionsProps) {
  const t = useResultWords()
  const { conversationId, serverId, serverName, serverHue } = source
  const isRunning = useServer(serverId)?.connection.status === 'ready'
  const [opened, setOpened] = useState<ReadResourceResult | null>(null)
  const read = useAction('server.read-resource', { onSuccess: setOpened })
  const browse = useAction('app.open-link')
  const { attach } = useAttaching(conversationId)
  const { uri } = link
  const title = link.title ?? link.name
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="small"
          icon={BookOpen}
          disabled={!isRunning}
          loading={read.isPending}
          onClick={() => read.mutate({ id: serverId, uri })}
        >
          {t('link.open')}
        </Button>
        <Button
          size="small"
          icon={Paperclip}
          disabled={!isRunning}
          onClick={() =>
            attach([{ kind: 'resource', serverId, serverName, serverHue, uri, title }])
          }
        >
          {t('link.attach')}
        </Button>
        {isWebAddress(uri) && (
          <Button
            size="small"
            icon={Globe}
            onClick={() => browse.mutate({ url: uri, conversationId })}
          >
            {t('link.browser')}
          </Button>
        )}
        <SaveButton name={title} opened={opened} />
        {!isRunning && (
          <span className="text-small text-fg-3">
            {t('link.notRunning', { server: oneLine(serverName, 60) })}
          </span>
        )}
      </div>
      {opened?.contents.map((resource, index) => (
        <EmbeddedResourceBlock
          key={index}
          block={{ type: 'resource', resource }}
          serverName={serverName}
        />
      ))}
    </div>
  )
}

/** Saves what was opened, as far as it is text. */
function SaveButton({ name, opened }: { name: string; opened: ReadResourceResult | null }) {
  const t = useResultWords()
  const save = useSaveText()
  const texts = opened?.contents.flatMap(({ text }) => text ?? []) ?? []
  if (texts.length === 0) return null
  const { stem, ending } = fileName(name)
  return (
    <Button
      size="small"
      icon={Download}
      onClick={() => save({ name: stem, ending, text: texts.join('\n') })}
    >
      {t('link.save')}
    </Button>
  )
}

const ENDINGS = ['.csv', '.json', '.md'] as const

/** A name without its ending, and an ending that a text can be saved with. */
function fileName(name: string): { stem: string; ending: (typeof ENDINGS)[number] | '.txt' } {
  const known = ENDINGS.find((ending) => name.toLowerCase().endsWith(ending))
  const stem = (known ? name.slice(0, -known.length) : name).slice(0, 200)
  return { stem, ending: known ?? '.txt' }
}

/** True for what the browser opens, within the limits of the route. */
function isWebAddress(uri: string): boolean {
  return uri.length <= 8192 && /^https?:\/\//i.test(uri) && URL.canParse(uri)
}
