import type { ReactNode } from 'react'
import { ServerAskCard } from '../../src/features/asks/index.ts'
import type { ServerAsk } from '../../src/features/asks/server-ask.ts'
import type { SampleWorld } from '../../src/lib/samples/sample-bridge.ts'
import type { UiState } from '../../src/lib/ui-store.tsx'
import { Specimen } from '../story.tsx'
import { ChatStage } from './chat-stage.tsx'

interface AskStageProps {
  /** Title and ask; `inline` as below its call in the chat. */
  cards: readonly { title: string; ask: ServerAsk; inline?: boolean }[]
  drafts?: UiState['askDrafts']
  world?: SampleWorld
  children?: ReactNode
}

/** Cards of what servers ask, one below the other, over a sample world that holds them. */
export function AskStage({ cards, drafts = {}, world = {}, children }: AskStageProps) {
  return (
    <ChatStage world={{ asks: cards.map(({ ask }) => ask), ...world }} at={{ askDrafts: drafts }}>
      {cards.map(({ title, ask, inline = false }) => (
        <Specimen key={ask.id} stack title={title}>
          <ServerAskCard ask={ask} inline={inline} />
        </Specimen>
      ))}
      {children}
    </ChatStage>
  )
}
