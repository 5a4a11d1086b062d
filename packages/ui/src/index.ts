export { App, type AppProps } from './app.tsx'
export { renderWhenTranslated } from './lib/windows/appearance.tsx'
export { readWindowRole } from './lib/windows/window-role.tsx'
