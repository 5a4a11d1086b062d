import type { Ask } from '@gatehouse/domain'
import { createContext, useContext, type ReactNode } from 'react'
import { useUi } from '../ui-store.tsx'

/** `inline`: in the chat, below the call that caused it. */
export type RenderAskCard = (ask: Ask, inline: boolean) => ReactNode

const AskCardContext = createContext<RenderAskCard>(() => null)

/** Decides who draws ask cards, so that inbox and transcript need not know each kind. Set once, in App. */
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
export function AskCardSlot({ ask, inline = false }: { ask: Ask; inline?: boolean | undefined }) {
  const render = useContext(AskCardContext)
  // It begins with what the person had written into it.
  return useUi((ui) => ui.askDraftsLoaded) ? render(ask, inline) : null
}
