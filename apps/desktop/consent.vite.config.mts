import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { pageConfig } from './parts.config.mts'

export default pageConfig('consent', [react(), tailwindcss()], {
  optimization: { inlineConst: false },
  output: { codeSplitting: false },
})
