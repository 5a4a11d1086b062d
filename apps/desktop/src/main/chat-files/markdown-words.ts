import type { MarkdownWords } from '@gatehouse/host'

const dated = (locale: string, when: number): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
  }).format(when)

const en: MarkdownWords = {
  untitled: 'New chat',
  you: 'You',
  answer: 'Answer',
  call: (tool, server) => `Tool call ${tool} at ${server}`,
  arguments: 'Arguments',
  result: 'Result',
  attached: (name) => `Attached: ${name}`,
  leftOut: (type, bytes) => `${type}, ${bytes} bytes, is not part of this text.`,
  status: {
    denied: 'Denied: it did not run.',
    rejected: 'It could not be offered, so it did not run.',
    failed: 'It failed.',
    cancelled: 'It was cancelled.',
    unknown: 'Its outcome is unknown: it may have run.',
    'tool-error': 'The tool reported an error.',
  },
  turn: {
    stopped: 'This answer was stopped.',
    interrupted: 'This answer was interrupted.',
    failed: 'There is no answer.',
    'step-limit': 'Paused at the limit of steps.',
  },
  otherVersions: 'Versions that are not shown',
  version: (position, count) => `Version ${position} of ${count}`,
  exported: (when) => `Exported from Gatehouse on ${dated('en', when)}`,
}

const zhCN: MarkdownWords = {
  untitled: '新对话',
  you: '你',
  answer: '回答',
  call: (tool, server) => `调用 ${server} 的工具 ${tool}`,
  arguments: '参数',
  result: '结果',
  attached: (name) => `附件：${name}`,
  leftOut: (type, bytes) => `${type}，${bytes} 字节，不包含在此文本中。`,
  status: {
    denied: '已拒绝，未运行。',
    rejected: '无法提供，未运行。',
    failed: '失败。',
    cancelled: '已取消。',
    unknown: '结果未知：可能已经运行。',
    'tool-error': '工具报告了错误。',
  },
  turn: {
    stopped: '此回答已停止。',
    interrupted: '此回答已中断。',
    failed: '没有回答。',
    'step-limit': '已达到步数上限，暂停。',
  },
  otherVersions: '未显示的版本',
  version: (position, count) => `第 ${position} 版，共 ${count} 版`,
  exported: (when) => `${dated('zh-CN', when)}从 Gatehouse 导出`,
}

/** `locale` is a BCP 47 tag; Chinese of any kind gets the Chinese words. */
export const markdownWords = (locale: string): MarkdownWords =>
  locale.toLowerCase().startsWith('zh') ? zhCN : en
