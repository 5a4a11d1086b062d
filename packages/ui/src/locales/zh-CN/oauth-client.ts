import type { client as english } from '../en/oauth-client.ts'
import type { TranslationOf } from '../translation-shape.ts'

export const client = {
  title: '登录方式',
  automatic: '自动注册',
  note: {
    automatic: '服务器要求登录时，Gatehouse 会自动注册，并先征求您的同意。',
    'sign-in': '使用您自行注册的客户端，在浏览器中登录。',
    'client-credentials': 'Gatehouse 自行获取令牌，无需任何人登录，也不会询问您。',
    workload: 'Gatehouse 用标识此工作负载的签名令牌换取访问令牌，无需登录，也不会询问您。',
    enterprise:
      '由您所在组织的身份提供方决定访问权限。除非令牌文件能说明您的身份，否则您需在浏览器中登录身份提供方。',
  },
  grant: {
    'sign-in': '使用已注册的客户端登录',
    'client-credentials': '客户端凭据',
    workload: '工作负载身份',
    enterprise: '企业身份提供方',
  },
  issuer: '授权服务器',
  issuerNote: '填写其颁发者 URL。无论服务器指定哪个授权服务器，客户端都只用于这一个。',
  id: '客户端 ID',
  credential: '客户端验证方式',
  kind: { none: '无（公共客户端）', secret: '客户端密钥', key: '私钥（JWT）' },
  secret: '客户端密钥',
  key: '私钥',
  keyNote: 'PEM 或 JWK 格式，不带密码。私钥不会离开这台电脑。',
  keyId: '密钥 ID',
  statementFile: '令牌文件',
  statementNote:
    '包含签名令牌（JWT）的文件，由其他程序保持更新。需要令牌时读取，不会发送文件中的任何其他内容。',
  idTokenNote: '包含您的 ID 令牌的文件，由其他程序保持更新。留空则在浏览器中登录身份提供方。',
  idToken: 'ID 令牌',
  fromBrowser: '您在浏览器中登录身份提供方',
  provider: '身份提供方',
  providerId: '在身份提供方的客户端 ID',
  scopes: '权限范围',
  anyScopes: '服务器要求的权限范围',
  scopesNote: '以空格分隔。留空则请求服务器所要求的权限范围。',
  redirect: {
    title: '重定向地址',
    note: '登录后浏览器返回的位置。',
    host: {
      '127.0.0.1': '127.0.0.1（本机）',
      localhost: 'localhost（本机）',
      'app-link': '打开 Gatehouse 的链接',
    },
    port: '端口',
    anyPort: '任意空闲端口',
    uri: '重定向 URI',
    copy: '复制重定向 URI',
    anyNote: 'Gatehouse 每次使用一个空闲端口。如果授权服务器只接受完全一致的 URI，请指定固定端口。',
    fixedNote: '请按此处显示的内容原样登记这个 URI。',
    linkNote: '这台电脑上的其他程序也可能注册这种链接，从而代替 Gatehouse 收到授权码。',
  },
} satisfies TranslationOf<typeof english>
