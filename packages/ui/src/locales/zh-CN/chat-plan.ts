import type { chatPlan as english } from '../en/chat-plan.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const chatPlan = {
  calls_other: '{{count}} 个工具调用',
  waiting_other: '{{count}} 个等待您决定',
  allowed_other: '已允许 {{count}} 个',
  denied_other: '已拒绝 {{count}} 个',
  ended_other: '{{count}} 个未运行即已结束',
  all: '所有等待中的调用',
  allowAll_other: '全部允许（{{count}}）',
  allSeen: '仅此一次，按原样运行',
  unseen_other: '您已完整查看 {{count}} 个调用中的 {{seen}} 个。',
  reviewed_other: '您已查看 {{count}} 个调用中的 {{seen}} 个，其中有未完整查看的。',
  unverified: '无法一起允许这些调用，因为其中一个所显示的内容无法核对。请逐个决定。',
  showNext: '查看下一个',
  denyAll: '全部拒绝…',
  denyReason_other: '拒绝这 {{count}} 个调用的原因（可选）。模型会读到。',
  gone_other: '{{count}} 个调用已不再等待。',
} satisfies TranslationOf<typeof english>
