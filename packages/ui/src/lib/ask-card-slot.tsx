import type { Ask } from '@gatehouse/domain'
import { createContext, useContext, type ReactNode } from 'react'

export type RenderAskCard = (ask: Ask) => ReactNode

const AskCardContext = createContext<RenderAskCard>(() => null)

/** Says who draws ask cards, so that the inbox need not know the chat feature. Set once, in App. */
export function AskCardSlotProvider({
  render,
  children,
}: {
  render: RenderAskCard
  children: ReactNode
}) {
  return <AskCardContext value={render}>{children}</AskCardContext>
}

/** The card of an ask, wherever it is shown. */
export function AskCardSlot({ ask }: { ask: Ask }) {
  return useContext(AskCardContext)(ask)
}
