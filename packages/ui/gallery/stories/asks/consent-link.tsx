import type { LinkReview } from '@gatehouse/domain/links'
import { LinkConsent } from '../../../src/consent-window/link-consent.tsx'
import type { Story } from '../../story.tsx'

const url = `https://statistics.collector-of-everything.example/pixel/${'a1b2c3d4/'.repeat(30)}falcon-nightfall-7741?from=chat#end`
const start = url.indexOf('falcon')

const review: LinkReview = {
  url,
  reasons: ['found-text', 'other-host', 'query', 'fragment', 'long-path'],
  texts: [
    {
      from: { kind: 'server', serverId: 's', serverName: 'files', serverHue: 2 },
      label: 'read_file',
      how: 'plain',
      characters: 19,
      excerpt: 'falcon-nightfall-7741',
    },
    {
      from: { kind: 'person' },
      label: '',
      how: 'encoded',
      characters: 16,
      excerpt: 'my password is hunter2',
    },
  ],
  marks: [{ start, end: start + 21 }],
  isRemembered: false,
}

export const story: Story = {
  title: 'A link that carries text of the chat',
  group: 'Activity',
  fullBleed: true,
  Body: () => (
    <LinkConsent request={{ kind: 'link', review }} decide={() => Promise.resolve(true)} />
  ),
}
