const en = {
  title: 'Updating your data…',
  note: 'Gatehouse is converting your chats to the format of this version. You can quit safely: the update continues at the next start.',
  progress: 'Updating your data',
}

const zhCN: typeof en = {
  title: '正在更新您的数据…',
  note: 'Gatehouse 正在将您的对话转换为此版本的格式。您可以放心退出：下次启动时会从中断处继续。',
  progress: '正在更新您的数据',
}

/** A page without any script, for the window that shows how far the update of the data is. */
export function updatePage(locale: string): string {
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
