import { app, BrowserWindow, utilityProcess } from 'electron'
import { join } from 'node:path'
import type { UpdatePorts, UpdateView } from '../update/update-data.ts'
import type { WindowStateFile } from '../window-state.ts'
import { CONFINED_PAGE } from './confined-page.ts'
import { nativeLocale, windowBackground } from './appearance.ts'

const en = {
  title: 'Updating your data…',
  note: 'Gatehouse is converting your chats to the format of this version. You can quit safely: the update continues at the next start.',
  progress: 'Updating your data',
}

const zhCN: typeof en = {
  title: '正在更新你的数据…',
  note: 'Gatehouse 正在将你的对话转换为此版本的格式。你可以放心退出：下次启动时会从中断处继续。',
  progress: '正在更新你的数据',
}

const css = `
:root { font: 13px/1.5 system-ui, sans-serif; background: #fbfbfa; color: #1d1d1b; }
body { margin: 0; height: 100vh; display: flex; align-items: center; }
main { padding: 0 1.5rem; width: 100%; }
h1 { font-size: 1rem; margin: 0 0 0.75rem; display: flex; justify-content: space-between; }
output { font-variant-numeric: tabular-nums; font-weight: 400; }
progress { width: 100%; height: 0.5rem; accent-color: #3366cc; }
p { margin: 0.75rem 0 0; color: #5c5c57; }
@media (prefers-color-scheme: dark) {
  :root { background: #161614; color: #eeeeea; }
  p { color: #a5a59e; }
}
`

const SIZE = { width: 420, height: 170 }

/** The process that updates the data, and the small window in which the person sees how far it is. */
export function createUpdatePorts({
  current,
  state,
}: {
  /** The window over which it opens. */
  current: () => BrowserWindow | undefined
  /** Knows the language. */
  state: WindowStateFile
}): UpdatePorts {
  return {
    start(file) {
      const child = utilityProcess.fork(join(__dirname, '../update/index.cjs'), [], {
        serviceName: 'Gatehouse data update',
      })
      child.once('spawn', () => child.postMessage(file, []))
      return {
        onMessage: (listener) => void child.on('message', listener),
        onExit: (listener) => void child.once('exit', listener),
        kill: () => void child.kill(),
      }
    },
    open: (onClosed) => openUpdateWindow(current(), nativeLocale(state), onClosed),
    quit: () => app.quit(),
  }
}

function openUpdateWindow(
  over: BrowserWindow | undefined,
  locale: string,
  onClosed: () => void,
): UpdateView {
  const window = new BrowserWindow({
    ...SIZE,
    useContentSize: true,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    show: false,
    title: 'Gatehouse',
    backgroundColor: windowBackground(),
    ...(over ? { parent: over, modal: process.platform !== 'darwin' } : {}),
    webPreferences: { ...CONFINED_PAGE, partition: 'update' },
  })
  window.setMenu(null)
  let isOurs = false
  let percent = 0
  const draw = (): void => {
    if (window.isDestroyed()) return
    window.setProgressBar(percent / 100)
    // The page has no script of its own, and nothing from outside is in this one.
    const script = `document.getElementById('bar').value = ${percent}; document.getElementById('percent').textContent = '${percent}%'`
    window.webContents.executeJavaScript(script).catch(() => undefined)
  }
  window.once('ready-to-show', () => window.show())
  window.webContents.once('did-finish-load', draw)
  window.once('closed', () => {
    if (!isOurs) onClosed()
  })
  const page = `data:text/html;charset=utf-8,${encodeURIComponent(updatePage(locale))}`
  window.loadURL(page).catch(() => undefined)
  return {
    show(part) {
      const next = Math.floor(part * 100)
      if (next === percent) return
      percent = next
      if (!window.isDestroyed() && !window.webContents.isLoading()) draw()
    },
    close() {
      isOurs = true
      if (!window.isDestroyed()) window.destroy()
    },
  }
}

/** A page without any script, for the window that shows how far the update of the data is. */
function updatePage(locale: string): string {
  const isChinese = /^zh\b/i.test(locale)
  const { title, note, progress } = isChinese ? zhCN : en
  return `<!doctype html>
<html lang="${isChinese ? 'zh-CN' : 'en'}">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Gatehouse</title>
<style>${css}</style>
<main>
<h1>${title} <output id="percent">0%</output></h1>
<progress id="bar" max="100" value="0" aria-label="${progress}"></progress>
<p>${note}</p>
</main>
</html>
`
}
