import type { tasks as english } from '../en/tasks.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const tasks = {
  tab: '任务',
  card: {
    runs: '在服务器上作为任务运行 · 每 {{interval}} 询问一次 · 重启后会继续查找',
    input: '任务正在等待您的回答 · 每 {{interval}} 询问一次',
    unreachable: '在服务器上作为任务运行，但服务器未连接。连接后会再次询问。',
  },
  list: {
    label: '任务',
    note: '服务器自行处理的调用。即使 Gatehouse 曾经退出，也会重新找到它们。',
    none: '没有任务',
    noneNote: '耗时较长的工具可以作为服务器的任务运行。这类工具的调用会列在这里。',
    poll: '询问间隔',
    ago: '{{age}}前',
    openChat: '打开对话',
    openChatLabel: '打开“{{tool}}”所在的对话',
    cancel: '取消',
    cancelLabel: '取消“{{tool}}”的任务',
    cancelling: '正在取消…',
    others: '服务器列出的其他任务',
    othersNote: '在别处开始的任务，或 Gatehouse 不再跟踪的调用。',
    othersFailed: '无法读取服务器自己的任务列表：{{reason}}',
  },
  status: {
    working: '进行中',
    input_required: '等待回答',
    completed: '已完成',
    failed: '失败',
    cancelled: '已取消',
    unreachable: '服务器未连接',
  },
} satisfies TranslationOf<typeof english>
