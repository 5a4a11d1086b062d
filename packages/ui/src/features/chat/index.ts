export { AskCard, ImportChats, lazyChatParts } from './lazy-parts.tsx'
export { ChatList } from './chat-list.tsx'
export { ChatScreen } from './chat-screen.tsx'
