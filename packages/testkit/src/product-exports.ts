import { writeZip } from './write-zip.ts'

const node = (
  id: string,
  parent: string | null,
  { children = [], message }: { children?: string[]; message?: object } = {},
): [string, object] => [id, { id, message: message ?? null, parent, children }]

const messageOf = (role: string, text: string, more: object = {}): object => ({
  id: 'm',
  author: { role, name: null, metadata: {} },
  create_time: 1_700_000_100.5,
  content: { content_type: 'text', parts: [text] },
  status: 'finished_successfully',
  recipient: 'all',
  metadata: { model_slug: 'gpt-4o' },
  ...more,
})

/** A chat as ChatGPT exports it: instructions, a regenerated answer, a tool, a picture, an edited message. */
export const chatGptExport = [
  {
    title: 'Trip to Bern',
    create_time: 1_700_000_000.25,
    update_time: 1_700_000_900,
    mapping: Object.fromEntries([
      node('root', null, { children: ['system'] }),
      node('system', 'root', {
        children: ['profile'],
        message: messageOf('system', '', {
          metadata: { is_visually_hidden_from_conversation: true },
        }),
      }),
      node('profile', 'system', {
        children: ['ask', 'ask-edited'],
        message: messageOf('user', '', {
          content: { content_type: 'user_editable_context', user_profile: 'I like trains.' },
        }),
      }),
      node('ask', 'profile', {
        children: ['old'],
        message: messageOf('user', 'Plan a trip to Basel'),
      }),
      node('old', 'ask', { message: messageOf('assistant', 'Basel it is.') }),
      node('ask-edited', 'profile', {
        children: ['first', 'thought'],
        message: messageOf('user', 'Plan a trip to Bern', {
          content: {
            content_type: 'multimodal_text',
            parts: [
              {
                content_type: 'image_asset_pointer',
                asset_pointer: 'file-service://file-map',
                size_bytes: 1234,
              },
              'Plan a trip to Bern',
            ],
          },
          metadata: {
            attachments: [{ id: 'file-map', name: 'map.png', size: 1234, mimeType: 'image/png' }],
          },
        }),
      }),
      node('first', 'ask-edited', { message: messageOf('assistant', 'Take the bus.') }),
      node('thought', 'ask-edited', {
        children: ['code'],
        message: messageOf('assistant', '', {
          content: {
            content_type: 'thoughts',
            thoughts: [{ summary: 'Trains', content: 'Fast.' }],
          },
        }),
      }),
      node('code', 'thought', {
        children: ['output'],
        message: messageOf('assistant', '', {
          recipient: 'python',
          content: { content_type: 'code', language: 'python', text: 'print(1 + 1)' },
        }),
      }),
      node('output', 'code', {
        children: ['second'],
        message: messageOf('tool', '', {
          author: { role: 'tool', name: 'python' },
          content: { content_type: 'execution_output', text: '2' },
        }),
      }),
      node('second', 'output', {
        children: ['thanks'],
        message: messageOf('assistant', 'Take the train.'),
      }),
      node('thanks', 'second', { message: messageOf('user', 'Thanks') }),
    ]),
    current_node: 'thanks',
    conversation_id: 'c-1',
  },
]

/** A chat as Claude exports it: a file with its text, one without, a tool, a thought. */
export const claudeExport = [
  {
    uuid: '6b7b2f4e-0000-4000-8000-000000000001',
    name: 'Notes on mushrooms',
    created_at: '2025-02-03T10:00:00.000000Z',
    updated_at: '2025-02-03T11:00:00.000000Z',
    account: { uuid: 'a' },
    chat_messages: [
      {
        uuid: 'u-1',
        text: 'Which of these can be eaten?',
        content: [{ type: 'text', text: 'Which of these can be eaten?' }],
        sender: 'human',
        created_at: '2025-02-03T10:00:01.000000Z',
        attachments: [
          {
            file_name: 'list.txt',
            file_size: 17,
            file_type: 'txt',
            extracted_content: 'chanterelle, morel',
          },
        ],
        files: [{ file_name: 'basket.jpg' }],
      },
      {
        uuid: 'u-2',
        text: '',
        content: [
          { type: 'thinking', thinking: 'Both, when cooked.' },
          { type: 'tool_use', name: 'web_search', input: { query: 'morel' } },
          {
            type: 'tool_result',
            name: 'web_search',
            content: [{ type: 'text', text: 'Morels are edible when cooked.' }],
            is_error: false,
          },
          { type: 'text', text: 'Both can be eaten when cooked.' },
        ],
        sender: 'assistant',
        created_at: '2025-02-03T10:00:09.000000Z',
        attachments: [],
        files: [],
      },
    ],
  },
]

/** An archive with these files, packed. `claimed`: what it says of their sizes instead. */
export function zipOf(files: Record<string, string>, claimed?: number): Buffer {
  return writeZip(
    Object.entries(files).map(([name, data]) =>
      claimed === undefined ? { name, data } : { name, data, claimedSize: claimed },
    ),
  )
}
