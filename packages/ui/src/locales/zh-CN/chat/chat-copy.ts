import type { chatCopy as english } from '../../en/chat/chat-copy.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const chatCopy = {
  markdown: '复制为 Markdown',
  plain: '复制为纯文本',
  selectionMarkdown: '将所选内容复制为 Markdown',
  selectionPlain: '将所选内容复制为纯文本',
  callMarkdown: '将调用复制为 Markdown',
  callPlain: '将调用复制为纯文本',
  copiedMarkdown: '已复制为 Markdown',
  copiedPlain: '已复制为纯文本',
  hidden_other: '其中包含 {{count}} 个不可见字符。',
  failed: '无法复制到剪贴板。',
  call: '{{tool}}（{{server}}）',
  leftOut: '[{{type}}，{{size}}]',
} satisfies TranslationOf<typeof english>
