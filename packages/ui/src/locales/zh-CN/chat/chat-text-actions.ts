import type { chatTextActions as english } from '../../en/chat/chat-text-actions.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const chatTextActions = {
  find: {
    label: '在此对话中查找',
    earlier: '较早的匹配',
    later: '较晚的匹配',
    close: '关闭',
    none: '已完成的消息中没有匹配项',
    place: '第 {{at}} 个，共 {{count}} 个',
    placeMore: '最近 {{count}} 个中的第 {{at}} 个',
  },
} satisfies TranslationOf<typeof english>
