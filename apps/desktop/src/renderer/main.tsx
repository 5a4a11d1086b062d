import '@gatehouse/ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Placeholder } from './placeholder.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root.')
createRoot(root).render(
  <StrictMode>
    <Placeholder bridge={window.bridge} />
  </StrictMode>,
)
