import type { TranslationOf } from '../translation-shape.ts'
import type { auditCheck as english } from '../en/audit-check.ts'

export const auditCheck = {
  title: '校验完整性',
  intact_other: '哈希链完整：{{number}} 条记录',
  means: '每条记录都与前一条的哈希相符。',
  meansCut:
    '编号 {{record}} 及以前的记录已按你设置的保留时间删除。其余每条记录都与前一条的哈希相符。',
  meansOlder_other: '另有 {{number}} 条较早的记录没有哈希，未检查。',
  meansRestored:
    '第 {{record}} 条之前的条目来自恢复的备份，产生于另一台电脑或另一时间。它们的哈希一致，但本机的密钥无法为其作证。',
  signatures: {
    used: '已用钥匙串中的密钥签名',
    begins: '该密钥为第 {{record}} 条之后的记录签名。',
    through:
      '自密钥覆盖第 {{record}} 条及以前的记录起，没有该密钥的人未曾改写过它们。未签名的记录由下一条签名记录覆盖，在此之前的改动无法发现。',
    anchored: '从现在起，没有你钥匙串的人无法改动或删除第 {{record}} 条及以前的记录而不被发现。',
    later: '较新的记录仍可能被截去，或在去除签名后被改动，而不被发现。',
    earlier_other: '有 {{number}} 个签名出自先前的密钥，该密钥已丢失，未检查这些签名。',
    reader: '能读取你钥匙串的程序仍可改写记录。与保存在别处的导出文件比对才能发现。',
    unchecked: '未检查签名',
    closed:
      'Gatehouse 启动后尚未使用钥匙串，校验时也不会打开它。请先使用存有密钥的模型或服务器，再重新校验。',
    locked: '钥匙串已锁定。请在“设置 › 钥匙串”中解锁，再重新校验。',
    unavailable: '没有可用的钥匙串，无法读取密钥。原因见“设置 › 钥匙串”。',
    none: '没有已签名的记录。Gatehouse 下次向钥匙串存入密钥或密码时会生成签名密钥。',
    missing_other:
      '有 {{number}} 条记录已签名，但钥匙串中没有对应的密钥。密钥可能已被删除，或数据是从其他配置或计算机复制来的。',
    writer: '能写入该文件的人仍可改写记录并重新计算哈希。与保存在别处的导出文件比对才能发现。',
  },
  fault: {
    changed: '有一条记录在 Gatehouse 之外被改动',
    missing: '有记录在 Gatehouse 之外被删除',
    'missing-end': '最近的记录在 Gatehouse 之外被删除',
    deleted: '已删除的记录曾在 Gatehouse 之外被改动',
    rewritten: '有记录在 Gatehouse 之外被改写',
  },
  deletedAt: '第 {{record}} 条或其前的记录在作为旧记录删除时，已被发现改动或缺失。',
  faultAt: '哈希链在第 {{record}} 条处断开。',
  faultAtTime: '哈希链在第 {{record}} 条处断开，时间为 {{at}}。',
  endsAt: '第 {{record}} 条之后的记录缺失。恢复较旧的数据副本也会如此。',
  rewrittenAt: '第 {{record}} 条或其前的记录与钥匙串中的密钥不符。恢复较旧的数据副本也会如此。',
} satisfies TranslationOf<typeof english>
