export { AskCard, ChatTags, ImportChats, lazyChatParts } from './lazy-parts.tsx'
export { ChatList } from './chat-list.tsx'
export { ChatScreen } from './chat-screen.tsx'
