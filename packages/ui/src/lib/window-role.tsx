import { createContext, useContext, type ReactNode } from 'react'

/** What this window is for, as main opened it: all of the app, or one chat. */
export type WindowRole = { kind: 'main' } | { kind: 'chat'; conversationId: string }

const MAIN: WindowRole = { kind: 'main' }

/** The role that the address of the page names (`?chat=…`). It says what is drawn; what may be done main decides without it. */
export function readWindowRole(search: string): WindowRole {
  const conversationId = new URLSearchParams(search).get('chat')
  return conversationId === null ? MAIN : { kind: 'chat', conversationId }
}

const WindowRoleContext = createContext<WindowRole>(MAIN)

export function WindowRoleProvider({ role, children }: { role: WindowRole; children: ReactNode }) {
  return <WindowRoleContext value={role}>{children}</WindowRoleContext>
}

export function useWindowRole(): WindowRole {
  return useContext(WindowRoleContext)
}
