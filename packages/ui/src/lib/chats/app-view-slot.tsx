import type { ToolCall } from '@gatehouse/domain'
import { createContext, useContext, type ReactNode } from 'react'

/** A call whose tool declares an interface, and that has its result. */
export interface AppViewProps {
  call: ToolCall
  conversationId: string
  turnId: string
}

/** Place in the store of the window: ids of the calls whose interfaces run, which stay drawn while scrolled away. */
export const LIVE_APP_VIEWS = 'live app views'

const AppViewContext = createContext<(props: AppViewProps) => ReactNode>(() => null)

/** Decides who draws servers' interfaces, so that the transcript need not know them. Set once, in App. */
export function AppViewSlotProvider({
  render,
  children,
}: {
  render: (props: AppViewProps) => ReactNode
  children: ReactNode
}) {
  return <AppViewContext value={render}>{children}</AppViewContext>
}

/** The interface of a call, below its card. */
export function AppViewSlot(props: AppViewProps) {
  return useContext(AppViewContext)(props)
}
