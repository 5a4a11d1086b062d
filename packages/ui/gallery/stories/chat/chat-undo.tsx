import type { ToolCall } from '@gatehouse/domain'
import type { FileUndo, UndoPreview } from '@gatehouse/domain/chats'
import { useEffect, useRef, type ReactNode } from 'react'
import { ToolCallCard } from '../../../src/features/chat/calls/tool-call-card.tsx'
import { ChatStage } from '../../mocks/chat-stage.tsx'
import { call } from '../../mocks/sample-turns.ts'
import { Specimen, type Story } from '../../story.tsx'

const before =
  '# 2.4\n\n- Start-up is faster\n- Sign-in survives restarts: tokens stay in the system keychain\n'
const after = before.replace('faster', 'twice as fast (410 ms)')
const text = (words: string) => ({ kind: 'text', text: words }) as const

const preview: UndoPreview = {
  state: 'ready',
  shown: 'hash',
  files: [
    { path: '/home/lin/gatehouse/docs/RELEASE.md', now: text(after), restored: text(before) },
  ],
}
const previews: Record<string, UndoPreview> = {
  restore: preview,
  remove: {
    ...preview,
    files: [{ path: '/home/lin/new.md', now: text(after), restored: { kind: 'absent' } }],
  },
  changed: { ...preview, state: 'changed' },
  bytes: {
    ...preview,
    files: [
      {
        path: '/home/lin/logo.png',
        now: { kind: 'unshown', bytes: 820_000 },
        restored: { kind: 'unshown', bytes: 640_000 },
      },
    ],
  },
}

const kept: FileUndo = {
  state: 'kept',
  files: [
    {
      folder: '/home/lin/gatehouse',
      path: 'docs/RELEASE.md',
      before: { kind: 'absent' },
      after: { kind: 'file', sha256: 'x' },
    },
  ],
}

const written = (id: string, fileUndo: FileUndo): ToolCall =>
  call(id, 'filesystem', {
    toolName: 'write_file',
    toolTitle: 'Write file',
    arguments: { path: 'docs/RELEASE.md', content: after },
    result: { isError: false, content: [{ type: 'text', text: 'Written.' }] },
    fileUndo,
  })

/** Opens the comparison as a press would. */
function Opened({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The panel is loaded when it is needed; its button is the last of the card.
    const timer = setInterval(() => {
      const buttons = [...(box.current?.querySelectorAll('button') ?? [])]
      if (buttons.length < 2) return
      clearInterval(timer)
      buttons.at(-1)?.click()
    }, 20)
    return () => clearInterval(timer)
  }, [])
  return <div ref={box}>{children}</div>
}

export const story: Story = {
  title: 'Undo of a write',
  group: 'Chat',
  Body: () => (
    <ChatStage
      world={{
        handlers: { 'chat.preview-undo': ({ entryId }) => previews[entryId] ?? preview },
      }}
    >
      <Specimen stack title="Kept">
        <ToolCallCard call={written('kept', kept)} conversationId="release" />
      </Specimen>
      {Object.keys(previews).map((id) => (
        <Specimen key={id} stack title={`Compared: ${id}`}>
          <Opened>
            <ToolCallCard call={written(id, kept)} conversationId="release" />
          </Opened>
        </Specimen>
      ))}
      <Specimen stack title="Undone, and not kept">
        <ToolCallCard
          call={written('undone', {
            state: 'undone',
            paths: ['/home/lin/gatehouse/docs/RELEASE.md'],
            at: Date.now(),
          })}
          conversationId="release"
        />
        <ToolCallCard
          call={written('large', { state: 'not-kept', because: 'too-large' })}
          conversationId="release"
        />
      </Specimen>
    </ChatStage>
  ),
}
