import type { TranscriptTurn } from '@gatehouse/domain'
import { Comparison } from '../../../src/features/chat/comparison/comparison.tsx'
import { RowBody } from '../../../src/features/chat/transcript/row-body.tsx'
import { ChatStage } from '../../mocks/chat-stage.tsx'
import {
  askingSecond,
  comparedPair,
  failedSecond,
  firstUnderWay,
  secondNotAsked,
} from '../../mocks/compared-turns.ts'
import { Specimen, type Story } from '../../story.tsx'

const states: [string, { shown: TranscriptTurn; other: TranscriptTurn }][] = [
  ['Two answers', shownFirst(comparedPair())],
  ['The second failed', shownFirst(failedSecond)],
  ['The second waits for a decision', { shown: askingSecond.second, other: askingSecond.first }],
  ['The first is under way', shownFirst(firstUnderWay)],
  ['The second was not asked', shownFirst(secondNotAsked)],
]

function shownFirst({ first, second }: ReturnType<typeof comparedPair>) {
  return { shown: first, other: second }
}

function Comparisons() {
  return (
    <>
      {states.map(([title, { shown, other }]) => (
        <ChatStage key={title} world={{ handlers: { 'chat.turn': () => other } }}>
          <Specimen stack title={title}>
            <div className="@container w-full">
              <Comparison
                turn={shown}
                busy={shown.status === 'running'}
                onScroll={() => undefined}
                Row={RowBody}
              />
            </div>
          </Specimen>
        </ChatStage>
      ))}
    </>
  )
}

export const story: Story = { title: 'Answers of two models', group: 'Chat', Body: Comparisons }
