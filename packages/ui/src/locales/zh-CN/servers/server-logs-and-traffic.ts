import type { serverLogsAndTraffic as english } from '../../en/servers/server-logs-and-traffic.ts'
import type { TranslationOf } from '../../translation-shape.ts'

export const serverLogsAndTraffic = {
  logs: {
    level: '级别',
    from: { debug: '全部', info: '信息及以上', warning: '警告和错误', error: '仅错误' },
    levelName: { debug: '调试', info: '信息', warning: '警告', error: '错误' },
    source: { stderr: 'stderr', stdout: 'stdout', host: 'Gatehouse', server: '服务器' },
    search: '搜索日志',
    follow: '跟随',
    copy: '复制显示的行',
    none: '还没有日志',
    noneNote: '服务器的输出和日志消息会显示在这里。',
  },
  traffic: {
    filter: '筛选：方法、#编号、error…',
    none: '还没有消息',
    noneNote: 'Gatehouse 与此服务器之间的每条消息都会显示在这里。',
    requests_other: '{{count}} 个请求',
    errors_other: '{{count}} 个错误',
    sent: '发出',
    received: '收到',
    result: '结果',
    error: '错误',
    pair: '显示 ID 为 {{id}} 的消息',
    message: '消息',
    truncated: '已截断',
    kind: {
      request: '请求',
      response: '响应',
      error: '错误响应',
      notification: '通知',
      malformed: '格式错误的消息',
      'app-request': '界面的请求',
    },
  },
} satisfies TranslationOf<typeof english>
