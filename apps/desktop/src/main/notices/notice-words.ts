import type { Ask } from '@gatehouse/domain'
import { samplingText } from '@gatehouse/domain/server-requests'
import { inertText } from './inert-text.ts'

const MAX_NAME = 60
const MAX_WORDS = 140

/** Words of notifications, which the renderer cannot show. */
const en = {
  title: (server: string) => `${server} is waiting for you`,
  tool: (tool: string) => `Allow or deny the tool call ${tool}`,
  form: 'It asks you to fill in a form',
  page: (host: string) => `It asks you to open a page of ${host}`,
  browser: 'It waits for you to finish in your browser',
  sampling: 'It asks your model for an answer',
  answer: 'Your model’s answer waits for your review',
  roots: 'It asks for your folders',
  signIn: (host: string) => `It needs you to sign in at ${host}`,
  quoted: (what: string, words: string) => `${what}: “${words}”`,
  several: (count: number) => `${count} requests are waiting`,
  expires: (what: string, left: string) => `${what}. It expires in about ${left}.`,
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
}

type Words = typeof en

const zhCN: Words = {
  title: (server) => `${server} 正在等你`,
  tool: (tool) => `允许或拒绝工具调用 ${tool}`,
  form: '请你填写表单',
  page: (host) => `请你打开 ${host} 的网页`,
  browser: '等你在浏览器中完成操作',
  sampling: '请你的模型回答',
  answer: '模型的回答等你审阅',
  roots: '请求你的文件夹',
  signIn: (host) => `需要你在 ${host} 登录`,
  quoted: (what, words) => `${what}：“${words}”`,
  several: (count) => `${count} 个请求在等你`,
  expires: (what, left) => `${what}。约 ${left}后过期。`,
  minutes: (count) => `${count} 分钟`,
  seconds: (count) => `${count} 秒`,
}

/** `locale` is a BCP 47 tag; Chinese of any kind gets the Chinese words. */
function wordsIn(locale: string): Words {
  return /^zh\b/i.test(locale) ? zhCN : en
}

export interface NoticeText {
  title: string
  body: string
}

/** Returns the notification for asks of one server: the server's name as the person gave it, and the request. */
export function noticeText(asks: readonly Ask[], locale: string): NoticeText {
  const words = wordsIn(locale)
  const [first] = asks
  const title = words.title(inertText(first?.serverName ?? '', MAX_NAME))
  if (!first || asks.length > 1) return { title, body: words.several(asks.length) }
  const { what, text = '' } = askedOf(first, words)
  const shown = inertText(text, MAX_WORDS)
  return { title, body: shown === '' ? what : words.quoted(what, shown) }
}

/** The same of one that is about to expire, without the server's own words. */
export function reminderText(ask: Ask, leftMs: number, locale: string): NoticeText {
  const words = wordsIn(locale)
  const seconds = Math.max(1, Math.round(leftMs / 1000))
  const left = seconds < 60 ? words.seconds(seconds) : words.minutes(Math.round(seconds / 60))
  return {
    title: words.title(inertText(ask.serverName, MAX_NAME)),
    body: words.expires(askedOf(ask, words).what, left),
  }
}

function askedOf(ask: Ask, words: Words): { what: string; text?: string } {
  switch (ask.kind) {
    case 'tool-approval':
      return { what: words.tool(inertText(ask.tool.name, MAX_NAME)) }
    case 'elicitation':
      return ask.request.mode === 'url'
        ? { what: words.page(hostOf(ask.request.url)) }
        : { what: words.form, text: ask.request.message }
    case 'elicitation-wait':
      return { what: words.browser }
    case 'sampling-request': {
      const { messages } = ask.request
      return { what: words.sampling, text: samplingText(messages.at(-1)?.content ?? []) }
    }
    case 'sampling-response':
      return { what: words.answer }
    case 'roots':
      return { what: words.roots }
    case 'sign-in':
      return { what: words.signIn(hostOf(ask.page)) }
  }
}

function hostOf(url: string): string {
  try {
    return inertText(new URL(url).host, MAX_NAME)
  } catch {
    return '?'
  }
}
