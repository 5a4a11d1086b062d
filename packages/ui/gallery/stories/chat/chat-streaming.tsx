import type { Turn } from '@gatehouse/domain'
import { useEffect, useState } from 'react'
import { App } from '../../../src/app.tsx'
import { createSampleBridge } from '../../../src/lib/samples/sample-bridge.ts'
import { sampleConversations } from '../../../src/lib/samples/sample-chats.ts'
import { createUiStore } from '../../../src/lib/ui-store.tsx'
import { pagesOf } from '../../mocks/paged-turns.ts'
import { answer, call, commitsResult, turn, user } from '../../mocks/sample-turns.ts'
import type { Story } from '../../story.tsx'
import { useGallerySettings } from '../../use-address.ts'

/** `&size=100000&turns=500&shape=prose|code|paragraph&chunk=100000`: how much streams into how long a chat. */
function readScenario() {
  const query = new URLSearchParams(location.search)
  return {
    size: Number(query.get('size') ?? 20_000),
    turns: Number(query.get('turns') ?? 20),
    shape: query.get('shape') ?? 'prose',
    /** Characters per frame; a quick provider by default: 100 kB in about ten seconds. */
    chunk: Number(query.get('chunk') ?? 0),
  }
}

function textOf(size: number, shape: string): string {
  if (shape === 'code')
    return `Here it is:\n\n\`\`\`ts\n${'export const value = compute(1, 2, 3) // a line of code\n'.repeat(size / 55)}\`\`\`\n`
  if (shape === 'paragraph')
    return 'One **long** paragraph without an end, with `code` and more words. '.repeat(size / 68)
  const part =
    '## A heading\n\nSome **bold** prose with `code` and a [link](https://example.org/page) that goes on for a while, as answers do.\n\n- first\n- second with *stress*\n- third\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst a = 1\n```\n\n'
  return part.repeat(size / part.length)
}

function earlierTurns(count: number): Turn[] {
  return Array.from({ length: count }, (_, index) =>
    turn(`long-${index}`, [
      user(`u${index}`, `Question ${index + 1}`),
      ...(index % 3 === 0 ? [call(`c${index}`, 'git', { result: commitsResult })] : []),
      answer(
        `a${index}`,
        `Answer ${index + 1}.\n\n- one **thing**\n- another \`thing\`\n\n${'A longer paragraph about it. '.repeat(8)}`,
      ),
    ]),
  )
}

const STEP_MS = 16

/** An answer that streams in, as main sends it: one batch per frame. */
function Streaming() {
  const [app] = useState(() => {
    const { turns } = readScenario()
    const live = turn(
      'live',
      [user('live-u', 'Now stream'), answer('live-a', '', { status: 'streaming' })],
      { status: 'running', endedAt: null },
    )
    const pages = pagesOf([...earlierTurns(turns), live])
    const bridge = createSampleBridge({
      asks: [],
      handlers: {
        'chat.get': ({ id }) => {
          const conversation =
            sampleConversations.find((chat) => chat.id === id) ?? sampleConversations[0]
          if (!conversation) throw new Error('No sample chat.')
          return { conversation, attachments: [], isRunning: true, ...pages.last(true) }
        },
        'chat.page': pages.page,
      },
    })
    return { bridge, store: createUiStore({ conversationId: 'release' }) }
  })
  useGallerySettings(app.bridge)
  useEffect(() => {
    const { size, shape, chunk: wanted } = readScenario()
    const text = textOf(size, shape)
    const chunk = wanted || Math.max(20, Math.ceil(size / 600))
    let offset = 0
    const timer = setInterval(() => {
      const piece = text.slice(offset, offset + chunk)
      const about = { conversationId: 'release', turnId: 'live' }
      if (piece === '') {
        clearInterval(timer)
        app.bridge.emit('turn.events', {
          ...about,
          events: [
            { type: 'message-finished', entryId: 'live-a', status: 'complete' },
            { type: 'turn-ended', status: 'done', failure: null, at: Date.now() },
          ],
        })
        document.documentElement.dataset['streamed'] = 'yes'
        return
      }
      app.bridge.emit('turn.events', {
        ...about,
        events: [{ type: 'text-delta', entryId: 'live-a', text: piece, offset }],
      })
      offset += piece.length
    }, STEP_MS)
    return () => clearInterval(timer)
  }, [app])
  return <App bridge={app.bridge} uiStore={app.store} />
}

export const story: Story = {
  title: 'An answer that streams',
  group: 'Chat',
  fullBleed: true,
  standalone: true,
  Body: Streaming,
}
