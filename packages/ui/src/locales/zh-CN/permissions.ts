import type { permissions as english } from '../en/permissions.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const permissions = {
  title: '权限',
  bound: '仅对这一程序或地址和这一工具定义有效，其中任何一项改变，权限即失效。',
  columns: { tool: '工具', where: '范围', since: '授予时间', used: '使用情况', actions: '操作' },
  where: {
    chat: '此对话：{{chat}}',
    workspace: '一个工作区',
    always: '所有对话',
  },
  goneChat: '已删除的对话',
  from: '在“{{chat}}”中',
  used_other: '{{number}} 次',
  usedLast: '最近一次：{{at}}',
  unused: '从未使用',
  void: '已失效',
  voided: {
    'server-changed': '此后服务器的程序或地址发生了变化。下次会再次询问您。',
    'tool-changed': '此后该工具已更改或已消失。下次会再次询问您。',
    'outcome-unknown': '该工具有一次调用的结果不明。下次会再次询问您。',
  },
  revoke: '撤销',
  revokeOne: '撤销 {{tool}} 的权限',
  revokeAll: '全部撤销',
  none: '没有权限',
  noneNote:
    '每次调用都会询问您。在工具等待您决定时选择“在此对话中允许”或“始终允许”，它就会列在这里。',
  noneAnywhere:
    '所有服务器的每次调用都会询问您。在工具等待您决定时选择“在此对话中允许”或“始终允许”，它就会列在这里。',
  open: '打开 {{server}} 的权限',
  group_other: '{{count}} 个只读工具',
  groupVoid_other: '{{count}} 个已失效',
  revokeGroup: '撤销全部只读工具的权限',
  readOnly: {
    label: '允许只读工具不再询问',
    note: '适用于您信任的服务器。“只读”是服务器对自己工具的说法，Gatehouse 无法核实。允许之前会先列出这些工具。',
    count_other: '服务器声明其 {{all}} 个工具中有 {{count}} 个为只读且不与外部交互。',
    nothing: '服务器没有声明任何工具为只读且不与外部交互，因此没有可以一并允许的工具。',
    unknown: '尚不知道此服务器有哪些工具。',
    none: '此服务器没有可供模型使用的工具。',
    notYet: '尚不知道此服务器有哪些工具。请先启动它。',
    left_other: '其中 {{count}} 个是此后新增或有变化的，因此仍会询问您。',
    voidAll: '此后服务器的程序或地址发生了变化，因此会再次询问每个工具。',
    again: '重新查看',
  },
  asked: {
    title: '逐次询问',
    summary_other: '{{count}} 个工具',
    note: '可能更改、删除内容或与外部交互的工具会逐次询问，除非您单独允许该工具。服务器没有声明时，Gatehouse 会假定它可能如此。',
    nothing: '此服务器的每个工具都已在所有对话中允许。',
    exceptChats_other: '{{count}} 个对话除外',
    destructive: '可能更改或删除内容',
    openWorld: '可能与外部交互',
    changes: '可能更改内容',
    readOnly: '自称：只读',
  },
} satisfies TranslationOf<typeof english>
