export { AskNotices } from './ask-notices.tsx'
export { ServerAskCard } from './server-ask-card.tsx'
