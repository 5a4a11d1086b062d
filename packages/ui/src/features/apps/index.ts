export { AppView } from './app-view.tsx'
