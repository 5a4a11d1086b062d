/** Where the page is served that stands in for the interface when that keeps dying. */
export const STOPPED_PATH = '/stopped'

const en = {
  title: 'The window failed again',
  what: 'Gatehouse could not keep its window open, so it shows this page instead. Your chats are safe, and servers and calls keep running: they do not depend on the window.',
  next: 'Open the window again. No chat is opened automatically; if one of them is the cause, leave it closed.',
  again: 'Open the window again',
}

const zhCN: typeof en = {
  title: '窗口再次出错',
  what: 'Gatehouse 无法保持窗口打开，因此改为显示此页面。你的对话没有受影响，正在运行的内容也会继续：服务器和调用在窗口之外运行。',
  next: '你可以重新打开窗口。不会自动打开任何对话；如果问题由某个对话引起，请不要打开它。',
  again: '重新打开窗口',
}

/** A page without any script, which nothing that a server or model sent can reach. */
export function crashPage(locale: string): { html: string; css: string } {
  const isChinese = /^zh\b/i.test(locale)
  const words = isChinese ? zhCN : en
  return { html: pageOf(words, isChinese ? 'zh-CN' : 'en'), css }
}

function pageOf({ title, what, next, again }: typeof en, language: string): string {
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>Gatehouse</title>
<link rel="stylesheet" href="${STOPPED_PATH}.css">
<main>
<h1>${title}</h1>
<p>${what}</p>
<p>${next}</p>
<p><a href="/">${again}</a></p>
</main>
</html>
`
}

const css = `
:root { font: 14px/1.55 system-ui, sans-serif; background: #fbfbfa; color: #1d1d1b; }
body { margin: 0; min-height: 100vh; display: flex; align-items: center; justify-content: center; }
main { max-width: 28rem; padding: 2rem; }
h1 { font-size: 1.25rem; margin: 0 0 0.75rem; }
p { margin: 0 0 0.75rem; }
a { display: inline-block; margin-top: 0.5rem; padding: 0.4rem 0.9rem; border-radius: 0.5rem;
  border: 1px solid #cfcfca; color: inherit; text-decoration: none; font-weight: 600; }
a:hover { background: #f0f0ed; }
a:focus-visible { outline: 2px solid #3366cc; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  :root { background: #161614; color: #eeeeea; }
  a { border-color: #44443f; }
  a:hover { background: #24241f; }
}
`
