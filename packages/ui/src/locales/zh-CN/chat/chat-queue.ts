import type { chatQueue as english } from '../../en/chat/chat-queue.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const chatQueue = {
  label: '排队的消息',
  waits: '此回答完成后发送',
  held: '未发送：上一个回答没有完成。点击“立即发送”后发送。',
  paused: '未发送：已暂停。点击“立即发送”后发送。',
  editing: '编辑期间不会发送任何内容。',
  lost: '那条消息已不在队列中。你输入的内容已放入输入框。',
  attached_other: '{{count}} 个附件：{{names}}',
  edit: '编辑排队的消息',
  editLabel: '编辑排队的消息',
  save: '保存',
  cancel: '取消',
  remove: '移除排队的消息',
  send: '立即发送',
  queue: '在此回答之后发送',
  stop: '停止回答并发送',
} satisfies TranslationOf<typeof english>
