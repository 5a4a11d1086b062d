import { createContext, useContext, type ReactNode } from 'react'

/** Role of this window, as main opened it: all of the app, one chat, or a quick question. */
export type WindowRole =
  | { kind: 'main' }
  | { kind: 'chat'; conversationId: string }
  | { kind: 'quick' }

const MAIN: WindowRole = { kind: 'main' }
const QUICK: WindowRole = { kind: 'quick' }

/** The role that the address of the page names (`?chat=…`, `?quick`). It decides what is drawn; what may be done main decides without it. */
export function readWindowRole(search: string): WindowRole {
  const asked = new URLSearchParams(search)
  if (asked.has('quick')) return QUICK
  const conversationId = asked.get('chat')
  return conversationId === null ? MAIN : { kind: 'chat', conversationId }
}

const WindowRoleContext = createContext<WindowRole>(MAIN)

export function WindowRoleProvider({ role, children }: { role: WindowRole; children: ReactNode }) {
  return <WindowRoleContext value={role}>{children}</WindowRoleContext>
}

export function useWindowRole(): WindowRole {
  return useContext(WindowRoleContext)
}
