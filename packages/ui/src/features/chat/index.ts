export {
  AskCard,
  ChatTags,
  ImportChats,
  lazyChatParts,
  OwnPrompts,
} from './markdown/lazy-parts.tsx'
export { ChatElsewhere } from './window/chat-elsewhere.tsx'
export { ChatList } from './library/chat-list.tsx'
export { ChatScreen } from './window/chat-screen.tsx'
