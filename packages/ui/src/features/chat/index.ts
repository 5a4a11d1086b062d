export { AskCard } from './ask-card.tsx'
export { ChatList } from './chat-list.tsx'
export { ChatScreen } from './chat-screen.tsx'
