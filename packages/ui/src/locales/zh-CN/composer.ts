import type { composer as english } from '../en/composer.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const composer = {
  files: '添加文件',
  prompt: {
    button: '插入提示词',
    list: '提示词',
    loading: '正在从 {{servers}} 加载提示词…',
    none: '此对话正在运行的服务器没有提示词。',
    noMatch: '没有与“{{query}}”匹配的提示词。',
    failed: '未能从 {{servers}} 获取提示词：请求失败',
    form: '“{{title}}”的参数',
    insert: '插入',
  },
  resource: {
    button: '添加资源',
    list: '资源',
    loading: '正在从 {{servers}} 加载资源…',
    none: '此对话正在运行的服务器没有资源。',
    noMatch: '没有与“{{query}}”匹配的资源。',
    failed: '未能从 {{servers}} 获取资源：请求失败',
    form: '“{{title}}”的变量',
    insert: '添加',
  },
  noServers: '此对话没有正在运行的服务器。',
  notRunning_other: '{{count}} 个服务器未运行',
  found_other: '{{count}} 项',
  more: '共 {{total}} 项，显示前 {{shown}} 项：继续输入以查找其他项',
  keys: { choose: '选择', attach: '添加', close: '关闭', next: '下一项', back: '返回' },
  close: '关闭',
  tray: {
    label: '附件',
    tokens: '约 {{tokens}} token',
    shortened: '仅发送部分内容',
    reading: '正在读取…',
    asking: '正在等待 {{server}}…',
    remove: '移除 {{name}}',
    retry: '重新添加 {{name}}',
    drop: '松开即可添加文件',
    tooMany: '一条消息最多 {{count}} 个附件，其余未添加。',
  },
} satisfies TranslationOf<typeof english>
