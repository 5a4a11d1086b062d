import type { chatKeys as english } from '../en/chat-keys.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const chatKeys = {
  inChat: '在对话中',
  nextChat: '下一个对话',
  previousChat: '上一个对话',
  list: '转到列表',
  model: '选择模型',
  attach: '附加文件',
  regenerate: '重新生成最后的回答',
  compare: '询问两个模型',
  copyAnswer: '复制最后的回答',
} satisfies TranslationOf<typeof english>
