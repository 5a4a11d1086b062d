export { AskCard, ChatList, ChatScreen } from './chat-placeholder.tsx'
