import '@gatehouse/ui/styles.css'
import { App } from '@gatehouse/ui'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(<App bridge={window.bridge} />)
