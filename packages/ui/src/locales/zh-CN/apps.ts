import type { TranslationOf } from '../translation-shape.ts'
import type { apps as english } from '../en/apps.ts'

export const apps = {
  label: '{{server}} 的 {{tool}} 界面',
  frame: '{{tool}}：{{server}} 的界面',
  sealed: '已封闭：无网络',
  sealedNote:
    '此界面是服务器的页面。它没有网络，没有权限，也不能访问 Gatehouse。它的工具调用会像模型的调用一样先询问你。',
  enter: '进入',
  stop: '停止界面',
  run: '运行',
  notRunning: '未运行',
  runNote: '使用已保存的结果运行',
  starting: '正在启动界面…',
  frozen: '有问题待回答时，界面不能移动或改变大小。',
  mode: {
    pip: '悬浮在对话上方',
    fullscreen: '填满窗口',
    inline: '回到对话中',
  },
  needs: '它要求的权限超出封闭界面所能获得的：{{list}}。部分功能可能无法使用。',
  need: {
    camera: '摄像头',
    microphone: '麦克风',
    geolocation: '位置',
    clipboardWrite: '写入剪贴板',
  },
  changed: {
    title: '{{server}} 的界面自 {{date}} 以来有变化',
    body: '之前：{{before}}。现在：{{after}}。新的界面尚未显示。',
    needsBefore: '之前它要求：{{list}}。',
    needsNow: '现在它要求：{{list}}。',
    nothing: '无',
    draw: '显示新界面',
  },
  notDrawn: {
    'no-html': '服务器没有提供可以显示的界面。结果在上方卡片中。',
    'too-large': '界面超过 8 MB，未显示。结果在上方卡片中。',
    'not-read': '无法从服务器读取界面。结果在上方卡片中。',
  },
  ended: {
    closed: '你停止了此界面。',
    'closed-by-app': '界面自行关闭了。',
    replaced: '最多同时运行四个界面。此界面已为较新的界面让位。',
    'not-started': '界面未能在 8 秒内启动。结果在上方卡片中。',
    crashed: '界面崩溃了。结果在上方卡片中。',
    navigated: '界面试图转到其他地址，已被结束。',
    'took-focus': '界面两次抢占键盘，已被结束。',
    'over-limits': '界面发送的内容过多或占用内存过多，已被结束。',
    spinning: '界面不停占用处理器，已被结束。结果在上方卡片中。',
  },
  drafted: {
    message: '{{server}} 将一条消息放入了你的草稿。未发送任何内容。',
    context: '{{server}} 将给模型的文本放入了你的草稿。未发送任何内容。',
  },
} satisfies TranslationOf<typeof english>
