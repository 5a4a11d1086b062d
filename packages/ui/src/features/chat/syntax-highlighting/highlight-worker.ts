import { highlightCode } from './highlight-code.ts'

// One request after the other; each gets one response. What throws has none, and the window times out.
addEventListener('message', ({ data }: MessageEvent<{ code: string; language: string }>) => {
  postMessage(highlightCode(data.code, data.language))
})

postMessage('ready')
