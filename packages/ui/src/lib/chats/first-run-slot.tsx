import { createContext, useContext, type ReactNode } from 'react'

const FirstRunContext = createContext<ReactNode>(null)

/** Decides what an empty chat offers first, so that the chat need not know that feature. Set in App. */
export function FirstRunSlotProvider({
  cards,
  children,
}: {
  cards: ReactNode
  children: ReactNode
}) {
  return <FirstRunContext value={cards}>{children}</FirstRunContext>
}

/** The first-run cards (connect a model, add a server); nothing once they are done or dismissed. */
export function FirstRunSlot() {
  return useContext(FirstRunContext)
}
