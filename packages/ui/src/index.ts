export { App, type AppProps } from './app.tsx'
