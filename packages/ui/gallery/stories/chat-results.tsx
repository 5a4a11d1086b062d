import type { ToolResult } from '@gatehouse/domain'
import { BlobProvider } from '../../src/lib/blobs.ts'
import { createSampleBlobs } from '../../src/lib/samples/sample-blobs.ts'
import { ToolCallCard } from '../../src/features/chat/tool-call-card.tsx'
import { ChatStage } from '../mocks/chat-stage.tsx'
import { call } from '../mocks/sample-turns.ts'
import { Specimen, type Story } from '../story.tsx'

/** A 4x4 picture in one colour ramp. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAKElEQVR4nGNgYGD4z8DAwMDAxMDAwMDAwMjAwPCfgQEGWBgYGBgYGAAAlQMCAYzvJvwAAAAASUVORK5CYII='

function silence(): string {
  const header = [
    82, 73, 70, 70, 36, 8, 0, 0, 87, 65, 86, 69, 102, 109, 116, 32, 16, 0, 0, 0, 1, 0, 1, 0, 64, 31,
    0, 0, 64, 31, 0, 0, 1, 0, 8, 0, 100, 97, 116, 97, 0, 8, 0, 0,
  ]
  return btoa(String.fromCharCode(...header, ...Array.from({ length: 2048 }, () => 128)))
}

const results: [string, ToolResult][] = [
  ['Nothing', { isError: false, content: [] }],
  [
    'Long text',
    {
      isError: false,
      content: [
        {
          type: 'text',
          text: Array.from(
            { length: 240 },
            (_, index) => `${index + 1}\tThe quick brown fox jumps over the lazy dog`,
          ).join('\n'),
        },
      ],
    },
  ],
  ['Image', { isError: false, content: [{ type: 'image', data: picture, mimeType: 'image/png' }] }],
  [
    'An image that is not shown',
    {
      isError: false,
      content: [{ type: 'image', data: btoa('<svg/>'), mimeType: 'image/svg+xml' }],
    },
  ],
  [
    'Audio',
    { isError: false, content: [{ type: 'audio', data: silence(), mimeType: 'audio/wav' }] },
  ],
  [
    'Resource link',
    {
      isError: false,
      content: [
        {
          type: 'resource_link',
          uri: 'file:///home/ada/code/gatehouse/docs/RELEASE.md',
          name: 'RELEASE.md',
          title: 'Release notes',
          description: 'What changed since 2.3',
          mimeType: 'text/markdown',
          size: 2311,
        },
      ],
    },
  ],
  [
    'Embedded text',
    {
      isError: false,
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://static/resource/1',
            mimeType: 'text/plain',
            text: 'Resource 1: this is plain text',
          },
        },
      ],
    },
  ],
  [
    'Embedded binary',
    {
      isError: false,
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'test://static/resource/2.bin',
            mimeType: 'application/octet-stream',
            blob: btoa('binary'),
          },
        },
      ],
    },
  ],
  [
    'Structured content',
    {
      isError: false,
      content: [{ type: 'text', text: '{"temperature":22.5,"conditions":"Partly cloudy"}' }],
      structuredContent: {
        temperature: 22.5,
        conditions: 'Partly cloudy',
        hours: [
          { at: '09:00', rain: 0.1 },
          { at: '12:00', rain: 0.4 },
        ],
      },
    },
  ],
]

const blobs = createSampleBlobs()
const kept = results.map(([title, result]) => [title, blobs.keep(result)] as const)

function Results() {
  return (
    <BlobProvider value={blobs}>
      <ChatStage>
        {kept.map(([title, result], index) => (
          <Specimen key={title} stack title={title}>
            <ToolCallCard
              conversationId="release"
              call={call(`r${index}`, 'research', {
                origin: 'person',
                toolTitle: 'Get sample',
                toolName: 'get_sample',
                arguments: { kind: title },
                result,
              })}
            />
          </Specimen>
        ))}
      </ChatStage>
    </BlobProvider>
  )
}

export const story: Story = { title: 'Tool results', group: 'Chat', Body: Results }
