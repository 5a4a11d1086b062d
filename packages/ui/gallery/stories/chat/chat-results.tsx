import type { ToolResult } from '@gatehouse/domain'
import { BlobProvider } from '../../../src/lib/media/blobs.ts'
import { createSampleBlobs } from '../../../src/lib/samples/sample-blobs.ts'
import { ToolCallCard } from '../../../src/features/chat/calls/tool-call-card.tsx'
import { ChatStage } from '../../mocks/chat-stage.tsx'
import { call } from '../../mocks/sample-turns.ts'
import { Specimen, type Story } from '../../story.tsx'

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
    'Rows',
    {
      isError: false,
      content: [
        {
          type: 'text',
          text: '门店,城市,第二季度 万元,第三季度 万元,增长\n西湖湖滨店,杭州,182.4,246.8,+35.3%\n天府三街店,成都,151.0,191.6,+26.9%\n光谷广场店,武汉,139.7,168.2,+20.4%\n南京西路店,上海,264.1,290.5,+10.0%\n珠江新城店,广州,228.9,231.3,+1.0%\n总计,,966.1,1128.4,+16.8%\n',
        },
      ],
    },
  ],
  [
    'Many rows',
    {
      isError: false,
      content: [],
      structuredContent: {
        total: 80,
        rows: Array.from({ length: 80 }, (_, index) => ({
          id: index + 1,
          path: `packages/ui/src/features/part-${index}.tsx`,
          lines: (index * 37) % 400,
          isTested: index % 3 > 0,
        })),
      },
    },
  ],
  [
    'Changes',
    {
      isError: false,
      content: [
        {
          type: 'text',
          text: '--- a/notes.txt\n+++ b/notes.txt\n@@ -1,3 +1,3 @@\n Release\n-on Monday\n+on Tuesday\n Done.',
        },
      ],
    },
  ],
  [
    'Markdown',
    {
      isError: false,
      content: [
        {
          type: 'text',
          text: '# Notes\n\nSee [the **page**](https://example.org/page) and ![a picture](https://example.org/p.png).\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1<br>2 | H<sub>2</sub>O |',
        },
      ],
    },
  ],
  [
    'Log',
    {
      isError: false,
      content: [
        {
          type: 'text',
          text: '2026-11-20 10:00:01 INFO start\n2026-11-20 10:00:02 WARN slow answer\n2026-11-20 10:00:03 ERROR connection lost',
        },
      ],
    },
  ],
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
        <Specimen stack title="Rows, folded">
          {kept.slice(1, 3).map(([title, result]) => (
            <ToolCallCard
              key={title}
              conversationId="release"
              call={call(`folded-${title}`, 'research', {
                toolTitle: 'Get sample',
                toolName: 'get_sample',
                arguments: { kind: title },
                result,
              })}
            />
          ))}
        </Specimen>
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
