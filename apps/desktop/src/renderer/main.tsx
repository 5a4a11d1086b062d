import '@gatehouse/ui/styles.css'
import { App, renderWhenTranslated, readWindowRole } from '@gatehouse/ui'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
const role = readWindowRole(location.search)
// The language that the settings name is loaded by the app, whatever was likely.
renderWhenTranslated(() => {
  const app = createRoot(root)
  flushSync(() => app.render(<App bridge={window.bridge} role={role} />))
})
