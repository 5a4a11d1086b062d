import type { Attachment } from '@gatehouse/domain'
import { UserRow } from '../../../src/features/chat/transcript/user-row.tsx'
import { BlobProvider } from '../../../src/lib/media/blobs.ts'
import { createSampleBlobs } from '../../../src/lib/samples/sample-blobs.ts'
import { ChatStage } from '../../mocks/chat-stage.tsx'
import { turn, user } from '../../mocks/sample-turns.ts'
import { Specimen, type Story } from '../../story.tsx'

const blobs = createSampleBlobs()

/** A 4x4 picture in one colour ramp. */
const { content: pictures } = blobs.keep({
  isError: false,
  content: [
    {
      type: 'image',
      data: 'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAKElEQVR4nGNgYGD4z8DAwMDAxMDAwMDAwMjAwPCfgQEGWBgYGBgYGAAAlQMCAYzvJvwAAAAASUVORK5CYII=',
      mimeType: 'image/png',
    },
  ],
})

const github = { serverId: 'github', serverName: 'github', serverHue: 1 }

const notes: Attachment = {
  kind: 'file',
  id: 'notes',
  bytes: 84_120,
  tokens: 21_030,
  name: 'build.log',
  mimeType: 'text/plain',
  content: { type: 'text', text: 'install 41 s\ntest 312 s\nthe cache is never hit' },
  shortened: true,
}

const prompt: Attachment = {
  kind: 'prompt',
  id: 'prompt',
  bytes: 120,
  tokens: 30,
  ...github,
  promptName: 'review-pr',
  title: 'Review a pull request',
  arguments: { repository: 'acme/gatehouse', number: '412' },
  messages: [
    { role: 'user', content: { type: 'text', text: 'Review pull request 412 of acme/gatehouse.' } },
    { role: 'assistant', content: { type: 'text', text: 'I will look for races first.' } },
  ],
}

const resource: Attachment = {
  kind: 'resource',
  id: 'resource',
  bytes: 940,
  tokens: 235,
  serverId: 'git',
  serverName: 'git',
  serverHue: 3,
  uri: 'git://HEAD~1/diff',
  name: 'Last change',
  contents: [
    {
      type: 'resource',
      resource: { uri: 'git://HEAD~1/diff', mimeType: 'text/x-diff', text: '- 500\n+ 2000' },
    },
  ],
}

function userMessage(id: string, text: string, attachments: Attachment[]) {
  const message = { ...user(id, text), attachments }
  const inTurn = { ...turn(`t-${id}`, [message]), entriesBefore: 0, entriesAfter: 0 }
  return <UserRow message={message} turn={inTurn} busy={false} />
}

function Attachments() {
  const [content] = pictures
  const picture: Attachment[] = content
    ? [
        {
          kind: 'file',
          id: 'picture',
          bytes: 97,
          tokens: 1,
          name: 'ci-failure.png',
          mimeType: 'image/png',
          content,
        },
      ]
    : []
  return (
    <BlobProvider value={blobs}>
      <ChatStage>
        <Specimen stack title="Of every kind">
          {userMessage('all', 'Why does this fail only on CI?', [
            ...picture,
            notes,
            resource,
            prompt,
          ])}
        </Specimen>
        <Specimen stack title="Without a text">
          {userMessage('alone', '', [prompt])}
        </Specimen>
      </ChatStage>
    </BlobProvider>
  )
}

export const story: Story = { title: 'Attachments', group: 'Chat', Body: Attachments }
