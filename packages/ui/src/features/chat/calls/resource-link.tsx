import type { ContentBlock } from '@gatehouse/domain'
import { Link2 } from 'lucide-react'
import { use } from 'react'
import { useFormats } from '../../../lib/formats/formats.ts'
import { useT } from '../../../lib/words/i18n.ts'
import { CallSourceContext } from './call-source.ts'
import { ResourceBox } from './resource-blocks.tsx'
import { ResourceLinkActions } from './resource-link-actions.tsx'

/** A link to a resource: its address is shown, and nothing is read before the person asks for it. */
export function ResourceLinkBlock({
  block,
}: {
  block: Extract<ContentBlock, { type: 'resource_link' }>
}) {
  const t = useT('chat')
  const { bytes } = useFormats()
  const source = use(CallSourceContext)
  const size = block.size === undefined ? undefined : bytes(block.size)
  return (
    <ResourceBox
      icon={Link2}
      name={block.title ?? block.name}
      uri={block.uri}
      notes={[block.mimeType, size, block.description, source ? undefined : t('call.linkNote')]}
    >
      {source && <ResourceLinkActions link={block} source={source} />}
    </ResourceBox>
  )
}
