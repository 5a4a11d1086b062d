import { readAppAccess, NO_ACCESS } from '@gatehouse/domain/apps'
import { expect, it } from 'vitest'
import { blockedAddress } from './blocked-report.ts'
import { createServedFrames } from './served-frames.ts'
import { windowHeader } from './window-header.ts'

const uses = { connect: ['https://api.example.com'], resource: [], frame: [], base: [] }
const { access } = readAppAccess({ domains: [], uses, permissions: ['camera', 'clipboardWrite'] }, [
  'elsewhere',
])
const names = { toolTitle: 'Board', serverName: 'files', serverHue: 9, access }

function serveWindow(given = access) {
  const blocked: string[] = []
  const served = createServedFrames()
  const origins = served.add({
    name: 'x',
    html: '<p>view',
    window: { access: given, header: windowHeader({ ...names, access: given }, 'en').html },
    onBlocked: (address) => blocked.push(address),
  })
  const get = (origin: string) => {
    const { headers, body } = served.respond({ url: `${origin}/`, method: 'GET' })
    return { headers, text: Buffer.from(body ?? []).toString('utf8') }
  }
  return { served, origins, blocked, proxy: get(origins.proxy), view: get(origins.view) }
}

/** @threat apps.window.consent */
it('gives a view in a window of its own the agreed hosts and permissions by headers, and no others', () => {
  const { proxy, view, origins } = serveWindow()
  const policy = view.headers['Content-Security-Policy'] ?? ''
  expect(policy).toContain('connect-src https://api.example.com;')
  expect(policy).toContain(`frame-ancestors ${origins.proxy};`)
  expect(proxy.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'")
  for (const { headers } of [proxy, view]) {
    expect(headers['Permissions-Policy']).not.toContain('camera')
    expect(headers['Permissions-Policy']).toContain('microphone=(), ')
    expect(headers['Permissions-Policy']).toContain('geolocation=()')
  }
  expect(proxy.text).toContain('data-allow="camera; clipboard-write"')
  const sealed = serveWindow(NO_ACCESS)
  expect(sealed.view.headers['Content-Security-Policy']).toContain("connect-src 'none'")
  expect(sealed.proxy.text).toContain('data-allow=""')
  expect(sealed.proxy.text).toContain('Sealed: no network')
})

it('names server, tool and access above the view as text, whatever they contain', () => {
  const { proxy } = serveWindow()
  expect(proxy.text).toContain('Has: https://api.example.com, camera, writing to the clipboard')
  const hostile = { ...names, serverName: '<script>x</script>\u202Eevil', toolTitle: '"><b>' }
  const { html, title } = windowHeader(hostile, 'zh-CN')
  expect(html).not.toMatch(/<script|"><b>|\u202E/)
  expect(title).toContain('的界面')
})

it('reads reports of what the policy refused, of the view and of the network alone', () => {
  const { served, origins, blocked } = serveWindow()
  const report = (origin: string, uri: unknown) =>
    served.respond({
      url: `${origin}/blocked`,
      method: 'POST',
      uploadData: [
        { bytes: Buffer.from(JSON.stringify({ 'csp-report': { 'blocked-uri': uri } })) },
      ],
    })
  report(origins.view, 'https://evil.example/x')
  report(origins.proxy, 'https://proxy.example/')
  report(origins.view, 'inline')
  report(origins.view, 7)
  expect(blocked).toEqual(['https://evil.example/x'])
  for (const text of ['', '[]', 'null', '{"csp-report":null}', 'x'.repeat(70_000)])
    expect(blockedAddress(text)).toBeUndefined()
})
