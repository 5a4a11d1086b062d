import '@gatehouse/ui/styles.css'
import { App, loadLikelyWords, readWindowRole } from '@gatehouse/ui'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
const role = readWindowRole(location.search)
const draw = (): void => createRoot(root).render(<App bridge={window.bridge} role={role} />)
// The language that the settings name is loaded by the app, whatever was likely.
loadLikelyWords().then(draw, draw)
