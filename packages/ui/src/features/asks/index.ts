export { AskWatcher } from './ask-watcher.tsx'
export { ServerAskCard } from './server-ask-card.tsx'
