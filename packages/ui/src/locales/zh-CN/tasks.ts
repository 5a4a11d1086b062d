import type { tasks as english } from '../en/tasks.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const tasks = {
  tab: '任务',
  card: {
    runs: '在服务器上作为任务运行，每 {{interval}}检查一次。重启后会继续跟踪。',
    input: '任务正在等待你的回答，每 {{interval}}检查一次。',
    unreachable: '在服务器上作为任务运行，但服务器未连接。连接后会再次检查。',
  },
  list: {
    label: '任务',
    note: '由服务器自行执行的调用。Gatehouse 重启后会继续跟踪它们。',
    none: '没有任务',
    noneNote: '耗时较长的工具可以作为任务在服务器上运行。这类调用会列在这里。',
    started: '{{age}}前开始',
    checked: '{{age}}前开始，每 {{interval}}检查一次',
    openChat: '打开对话',
    openChatLabel: '打开对话：{{tool}}',
    cancel: '取消',
    cancelLabel: '取消“{{tool}}”的任务',
    cancelling: '正在取消…',
    others: '服务器上的其他任务',
    othersNote: '在别处启动的任务，或 Gatehouse 不再跟踪的调用。',
    othersFailed: '无法读取服务器的任务列表：{{reason}}',
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
