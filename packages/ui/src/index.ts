export { App, type AppProps } from './app.tsx'
export { loadLikelyWords } from './lib/appearance.tsx'
