import type { messageActions as english } from '../en/message-actions.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const messageActions = {
  more: '更多操作',
  fork: '派生为新对话',
  forked: '已派生为新对话',
  forkedNote:
    '新对话包含到此为止的消息及其附件，以及模型、服务器和设置。原对话的权限、批准方式和草稿不会沿用。',
  compare: '与另一个模型比较…',
  pin: '保留在上下文中',
  plain: '复制为纯文本',
  link: '复制链接',
  quote: '引用',
  linkCopied: '已复制链接',
} satisfies TranslationOf<typeof english>
