import type { Attachment } from '@gatehouse/domain'
import { sampleConversations } from '../../../src/lib/samples/sample-chats.ts'
import { ChatAt } from '../../mocks/chat-stage.tsx'
import { pagesOf } from '../../mocks/paged-turns.ts'
import { releaseTurns } from '../../mocks/sample-turns.ts'
import type { Story } from '../../story.tsx'

const fromResearch = { serverId: 'research', serverName: 'research', serverHue: 2 }

const attachments: Attachment[] = [
  {
    kind: 'file',
    id: 'build-log',
    bytes: 84_120,
    tokens: 21_030,
    shortened: true,
    name: 'build.log',
    mimeType: 'text/plain',
    content: { type: 'text', text: 'Build started.' },
  },
  {
    kind: 'resource',
    id: 'readme',
    bytes: 62,
    tokens: 16,
    ...fromResearch,
    uri: 'library://readme.md',
    name: 'readme.md',
    contents: [{ type: 'resource', resource: { uri: 'library://readme.md', text: 'Read me.' } }],
  },
  {
    kind: 'prompt',
    id: 'review',
    bytes: 120,
    tokens: 30,
    ...fromResearch,
    promptName: 'literature_review',
    title: 'Literature\u200B review',
    arguments: { topic: 'mcp' },
    messages: [{ role: 'user', content: { type: 'text', text: 'Review the literature on mcp.' } }],
  },
]

const pages = pagesOf(releaseTurns)

/** Type `/` or `@` in it for the lists. */
export const story: Story = {
  title: 'A draft with attachments',
  group: 'Chat',
  fullBleed: true,
  standalone: true,
  Body: () => (
    <ChatAt
      turns={releaseTurns}
      asks={[]}
      at={{
        kept: {
          'attaching release': [
            {
              key: 'attach-1',
              request: { kind: 'prompt', ...fromResearch, name: 'x', title: 'Compare papers' },
              error: null,
            },
            {
              key: 'attach-2',
              request: { kind: 'file', file: new File([], 'holiday.mov') },
              error: new Error('No format'),
            },
          ],
        },
      }}
      world={{
        handlers: {
          'chat.get': ({ id }) => {
            const conversation = sampleConversations.find((chat) => chat.id === id)
            if (!conversation) throw new Error('No sample chat.')
            return { conversation, attachments, isRunning: false, ...pages.last(id === 'release') }
          },
        },
      }}
    />
  ),
}
