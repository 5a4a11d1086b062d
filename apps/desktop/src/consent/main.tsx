import '@gatehouse/ui/styles.css'
import { ConsentApp } from '@gatehouse/ui/consent'
import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(<ConsentApp bridge={window.consent} />)
