export { AskCard, laterChatParts } from './later-parts.tsx'
export { ChatList } from './chat-list.tsx'
export { ChatScreen } from './chat-screen.tsx'
