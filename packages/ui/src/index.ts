export { App, type AppProps } from './app.tsx'
export { renderWhenTranslated } from './lib/appearance.tsx'
export { readWindowRole } from './lib/window-role.tsx'
