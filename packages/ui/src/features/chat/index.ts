export { AskCard, ChatTags, ImportChats, lazyChatParts } from './lazy-parts.tsx'
export { ChatElsewhere } from './chat-elsewhere.tsx'
export { ChatList } from './chat-list.tsx'
export { ChatScreen } from './chat-screen.tsx'
